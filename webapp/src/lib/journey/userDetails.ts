import { useRead } from '../api/useRead';

/** Read once at the start; pages that change the details read them again. */
const sessionReadOptions = { lifetime: 'session', revalidateIfStale: false } as const;

/** Reads the signed-in person's name, menu and next required step. */
export function useUserDetails() {
  return useRead('/api/users', sessionReadOptions);
}

const registrationPath = '/api/users/registered';

/** Reads if the signed-in person is registered, and if an earlier registration can be linked. */
export function useRegistrationState() {
  return useRead(registrationPath, sessionReadOptions);
}
