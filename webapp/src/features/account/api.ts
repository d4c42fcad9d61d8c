import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { passkeysPath } from '@/lib/authentication/status';

const detailsPath = '/api/profile/details';

export type Details = AnswerBody<typeof detailsPath, 'get'>;
export type DetailsBody = RequestBody<typeof detailsPath, 'put'>;
export type DetailChange = Details['changes'][number];

export const useDetails = () => useRead(detailsPath);
export const saveDetails = (body: DetailsBody) => call('put', detailsPath, { body });
export const usePreferences = () => useRead('/api/profile/contactpreferences');
export const useTerms = () => useRead('/api/profile/termsandconditions');
export const usePasskeys = () => useRead(passkeysPath);
