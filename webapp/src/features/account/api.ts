import { useRead } from '@/lib/api/useRead';
import { passkeysPath } from '@/lib/authentication/status';

export const usePreferences = () => useRead('/api/profile/contactpreferences');
export const useTerms = () => useRead('/api/profile/termsandconditions');
export const usePasskeys = () => useRead(passkeysPath);
