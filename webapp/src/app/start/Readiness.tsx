import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useSession } from '@/lib/auth/session';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { followSavedLanguage } from '@/lib/i18n/language';
import { useUserDetails } from '@/lib/journey/userDetails';

const ReadinessContext = createContext(false);

/** Whether pages may be shown: to a visitor at once, to a signed-in person after their details have been asked for. */
export function useReadiness(): boolean {
  return use(ReadinessContext);
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

  return <ReadinessContext value={accountId === null || readyFor === accountId}>{children}</ReadinessContext>;
}
