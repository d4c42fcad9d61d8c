import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useSession } from '@/lib/auth/session';
import { useUserDetails } from '@/lib/journey/userDetails';

/** Time between the user's details and the first page, from the specification. */
const readyDelay = 500;

const ReadinessContext = createContext(false);

/** Whether pages may be shown: to a visitor at once, to a signed-in person after their details have been asked for. */
export function useReadiness(): boolean {
  return use(ReadinessContext);
}

/** Asks for the signed-in person's details and is ready a moment after the answer, also when it is a failure. */
export function ReadinessProvider({ children }: { children: ReactNode }) {
  const { account } = useSession();
  const { data, error } = useUserDetails();
  const [readyFor, setReadyFor] = useState<string | null>(null);
  const accountId = account?.id ?? null;
  const isAnswered = data !== undefined || error !== undefined;

  useEffect(() => {
    if (accountId === null || !isAnswered) return;
    const timer = setTimeout(() => setReadyFor(accountId), readyDelay);
    return () => clearTimeout(timer);
  }, [accountId, isAnswered]);

  return <ReadinessContext value={accountId === null || readyFor === accountId}>{children}</ReadinessContext>;
}
