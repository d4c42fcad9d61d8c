import { useEffect, useSyncExternalStore } from 'react';
import { useRead } from '@/lib/api/useRead';
import { useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { applySavedLanguage } from '@/lib/i18n/savedLanguage';
import { registrationPath, useUserDetails } from '@/lib/journey/userDetails';
import { createStore } from '@/lib/store';
import { firstReads, type FirstRead } from './firstReads';

/** The id of the account that pages may be shown to. */
const readyFor = createStore<string | null>(() => null);

/** Whether pages may be shown: to a visitor at once, to a signed-in person after their details have been asked for. */
export function useReadiness(): boolean {
  const { account } = useSession();
  const id = useSyncExternalStore(readyFor.subscribe, readyFor.current);
  return account === null || account.id === id;
}

/** Starts a read whose answer the page finds when it is shown. */
function EarlyRead({ path }: { path: FirstRead }) {
  useRead(path, { lifetime: 'session' });
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

  const reads = useSyncExternalStore(firstReads.subscribe, firstReads.current);
  const isReady = useReadiness();
  if (isReady || !reads) return null;
  return (
    <>
      <EarlyRead path={registrationPath} />
      {reads.map((path) => (
        <EarlyRead key={path} path={path} />
      ))}
    </>
  );
}
