import { createElement, useEffect, useSyncExternalStore } from 'react';
import { IsEarly } from '@/lib/api/firstReads';
import { useSession } from '@/lib/auth/session';
import { useAuthenticationStatus, useLockedOut } from '@/lib/authentication/status';
import { isEmbedded } from '@/lib/browser';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { applySavedLanguage } from '@/lib/i18n/savedLanguage';
import { useRegistrationState, useUserDetails } from '@/lib/journey/userDetails';
import { useUnread } from '@/lib/unread/unread';
import { createStore } from '@/lib/store';
import { firstReads } from './firstReads';

/** The id of the account that pages may be shown to. */
const readyFor = createStore<string | null>(() => null);

/** Whether pages may be shown: to a visitor at once, to a signed-in person after their details have been asked for. */
export function useReadiness(): boolean {
  const { account } = useSession();
  const id = useSyncExternalStore(readyFor.subscribe, readyFor.current);
  return account === null || account.id === id;
}

/** Starts what every page of a signed-in person reads: the registration, and the state of the header's tools. */
function ShellReads() {
  useRegistrationState();
  useUnread();
  useAuthenticationStatus();
  useLockedOut();
  return null;
}

/**
 * Asks for the signed-in person's details and is ready after the answer and the configured delay, also when the answer
 * is a failure.
 */
export function Readiness() {
  const { readinessDelay } = useConfiguration();
  const { account } = useSession();
  const { data, error } = useUserDetails();
  const accountId = account?.id ?? null;
  const isAnswered = data !== undefined || error !== undefined;

  const language = data?.language;

  useEffect(() => {
    if (language) applySavedLanguage(language);
  }, [language]);

  useEffect(() => {
    if (accountId === null || !isAnswered) return;
    const timer = setTimeout(() => readyFor.set(accountId), readinessDelay);
    return () => clearTimeout(timer);
  }, [accountId, isAnswered, readinessDelay]);

  const FirstReads = useSyncExternalStore(firstReads.subscribe, firstReads.current);
  const isReady = useReadiness();
  if (isReady || !FirstReads) return null;
  return (
    <IsEarly value={true}>
      {!isEmbedded() && <ShellReads />}
      {createElement(FirstReads)}
    </IsEarly>
  );
}
