import { postLoginActions } from './journey';
import { useUserDetails } from './userDetails';

/**
 * The open step that closes the portal to the signed-in person: registering, or accepting the terms in force. Null
 * when neither does, undefined while that is not known.
 */
export function useClosedBy(): 'registration' | 'terms' | null | undefined {
  const { data: details } = useUserDetails();
  if (!details) return undefined;
  if (details.postLoginAction === postLoginActions.register) return 'registration';
  return details.postLoginAction === postLoginActions.termsAndConditions ? 'terms' : null;
}
