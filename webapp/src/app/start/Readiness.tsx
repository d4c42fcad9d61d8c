import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useRead } from '@/lib/api/useRead';
import { useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { followSavedLanguage } from '@/lib/i18n/language';
import { useUserDetails } from '@/lib/journey/userDetails';
import { firstReads, type FirstRead } from './firstReads';

const ReadinessContext = createContext(false);

/** Whether pages may be shown: to a visitor at once, to a signed-in person after their details have been asked for. */
export function useReadiness(): boolean {
  return use(ReadinessContext);
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
export function ReadinessProvider({ children }: { children: ReactNode }) {
  const { readinessDelay } = useConfiguration();
  const { account } = useSession();
  const { data, error } = useUserDetails();
  const [readyFor, setReadyFor] = useState<string | null>(null);
  const accountId = account?.id ?? null;
  const isAnswered = data !== undefined || error !== undefined;

  const language = data?.language;

  useEffect(() => {
    if (language) followSavedLanguage(language);
  }, [language]);

  useEffect(() => {
    if (accountId === null || !isAnswered) return;
    const timer = setTimeout(() => setReadyFor(accountId), readinessDelay);
    return () => clearTimeout(timer);
  }, [accountId, isAnswered, readinessDelay]);

  const reads = useSyncExternalStore(firstReads.subscribe, firstReads.current);
  const isReady = accountId === null || readyFor === accountId;
  return (
    <ReadinessContext value={isReady}>
      {!isReady && reads.map((path) => <EarlyRead key={path} path={path} />)}
      {children}
    </ReadinessContext>
  );
}
