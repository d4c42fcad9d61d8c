import { useRead } from '../api/useRead';

/** Read once at the start; whatever changes it on a page says so. */
const sessionReadOptions = { lifetime: 'session', revalidateIfStale: false } as const;

/** The signed-in person's name, menu and required next step. */
export function useUserDetails() {
  return useRead('/api/users', sessionReadOptions);
}

const registrationPath = '/api/users/registered';

/** Reads if the signed-in person is registered, and if an earlier registration can be linked. */
export function useRegistrationState() {
  return useRead(registrationPath, sessionReadOptions);
}
