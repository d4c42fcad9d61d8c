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

/** The id of the account that may see pages. */
const readyAccountId = createStore<string | null>(() => null);

/** Returns true if pages may be shown: at once for a visitor, after the details have loaded for a signed-in person. */
export function useReadiness(): boolean {
  const { account } = useSession();
  const id = useSyncExternalStore(readyAccountId.subscribe, readyAccountId.current);
  return account === null || account.id === id;
}

/** Starts the reads of every page of a signed-in person: the registration, and the state of the header's tools. */
function ShellReads() {
  useRegistrationState();
  useUnread();
  useAuthenticationStatus();
  useLockedOut();
  return null;
}

/** Reads the signed-in person's details. It is ready after the answer, or the failure, and the configured delay. */
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
    const timer = setTimeout(() => readyAccountId.set(accountId), readinessDelay);
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
