import { useRead } from '../api/useRead';

/** The signed-in person's name, menu and required next step. */
export function useUserDetails() {
  return useRead('/api/users', { lifetime: 'session' });
}

/** Whether the signed-in person is registered, and whether an earlier registration can be linked. */
export function useRegistrationState() {
  return useRead('/api/users/registered', { lifetime: 'session' });
}
