import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { useAccount } from '../auth/session';
import { takeReturnUrl } from '../auth/returnUrl';
import { useRefreshProfile } from './profileCompletion';
import { useUserDetails } from './userDetails';
import { markFirstVisit } from './welcome';
import { paths } from '../paths';

/** The next required step of a person, with the numbers of the specification. */
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
 * Returns the path after a sign-in or a finished step: the next required step, which marks a first visit, else the
 * requested page, else the dashboard.
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
 * Returns the open step that blocks the portal for the signed-in person: registering, or accepting the terms in force.
 * Null if neither does, undefined while that is unknown.
 */
export function useBlockingStep(): 'registration' | 'terms' | null | undefined {
  const { data: details } = useUserDetails();
  if (!details) return undefined;
  if (details.postLoginAction === postLoginActions.register) return 'registration';
  return details.postLoginAction === postLoginActions.termsAndConditions ? 'terms' : null;
}

/** Reads the user's details again and goes to the next step. For pages that finish a required step. */
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
