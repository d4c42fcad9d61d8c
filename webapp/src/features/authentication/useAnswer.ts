import { useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { getSafeReturnPath } from '@/lib/auth/returnUrl';
import { paths } from '@/lib/paths';
import { showToast } from '@/components/toasts/toasts';
import { useRefreshAuthentication } from '@/lib/authentication/status';
import { completeAttempt, typeIds, type Answer, type Attempt } from './api';
import type { Outcome } from './NotVerified';

/**
 * Sends an answer to the portal, and ends the attempt as `useEndAttempt` does.
 *
 * @param onEnd - Called with the result of an unsuccessful attempt.
 */
export function useSendAnswer(
  onEnd: (outcome: Outcome) => void,
): (id: string, answer: Answer) => Promise<void> {
  const end = useEndAttempt(onEnd);
  return async (id, answer) => end(await completeAttempt(id, answer));
}

/**
 * Ends an answered attempt: after a success it returns to the person's page.
 *
 * @param onEnd - Called with the result of an unsuccessful one.
 */
export function useEndAttempt(onEnd: (outcome: Outcome) => void): (attempt: Attempt) => Promise<void> {
  const { t } = useLingui();
  const navigate = useNavigate();
  const refresh = useRefreshAuthentication();
  return async (attempt) => {
    await refresh();
    if (attempt.state === 'verified') {
      showToast(
        attempt.typeId === typeIds.creditBureau ? t`You passed the check.` : t`You proved who you are.`,
      );
      await navigate(getSafeReturnPath(attempt.returnTo) ?? paths.dashboard, { replace: true });
    } else onEnd(attempt);
  };
}
