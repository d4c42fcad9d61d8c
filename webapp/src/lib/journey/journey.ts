import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '../auth/session';
import { takeReturnUrl } from '../auth/returnUrl';
import { useRefreshProfile } from './profileCompletion';
import { useUserDetails } from './userDetails';
import { markFirstVisit } from './firstVisit';
import { paths } from '../paths';

/** The next required step of a person, by the numbers of the specification. */
export const postLoginActions = {
  dashboard: 1,
  register: 2,
  termsAndConditions: 3,
  contactPreferences: 4,
} as const;

const requiredSteps: Readonly<Record<number, string>> = {
  [postLoginActions.register]: paths.register,
  [postLoginActions.termsAndConditions]: paths.termsAndConditions,
  [postLoginActions.contactPreferences]: paths.contactPreferences,
};

/**
 * Returns the path to go to after a sign-in or a finished step: the next required step, which makes this
 * their first visit, else the page they came for, else the dashboard.
 */
export function getNextStop(
  postLoginAction: number | undefined,
  userId: string,
  currentPath: string,
): string {
  const step = postLoginAction === undefined ? undefined : requiredSteps[postLoginAction];
  if (step) {
    markFirstVisit(userId);
    return step;
  }
  return takeReturnUrl(currentPath) ?? paths.dashboard;
}

/**
 * The open step that closes the portal to the signed-in person: registering, or accepting the terms in force. Null
 * when neither does, undefined while that is not known.
 */
export function useBlockingStep(): 'registration' | 'terms' | null | undefined {
  const { data: details } = useUserDetails();
  if (!details) return undefined;
  if (details.postLoginAction === postLoginActions.register) return 'registration';
  return details.postLoginAction === postLoginActions.termsAndConditions ? 'terms' : null;
}

/** Reads the user's details anew and goes to the next stop. For pages that finish a required step. */
export function useContinueJourney(): () => Promise<void> {
  const navigate = useNavigate();
  const account = useAccount();
  const { mutate } = useUserDetails();
  const refreshProfile = useRefreshProfile();
  return useCallback(async () => {
    const [details] = await Promise.all([mutate(), refreshProfile()]);
    await navigate(getNextStop(details?.postLoginAction, account.id, window.location.pathname));
  }, [mutate, refreshProfile, navigate, account.id]);
}
