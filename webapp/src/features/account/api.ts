import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';
import { passkeysPath } from '@/lib/authentication/status';

const detailsPath = '/api/profile/details';
const signInsPath = '/api/profile/signins';

export type Details = AnswerBody<typeof detailsPath, 'get'>;
export type DetailsBody = RequestBody<typeof detailsPath, 'put'>;
export type DetailChange = Details['changes'][number];
export type SignIns = AnswerBody<typeof signInsPath, 'get'>;
export type SignIn = SignIns['items'][number];

export const useDetails = () => useRead(detailsPath);
export const saveDetails = (body: DetailsBody) => call('put', detailsPath, { body });
export const usePreferences = () => useRead('/api/profile/contactpreferences');
export const useTerms = () => useRead('/api/profile/termsandconditions');
export const usePasskeys = () => useRead(passkeysPath);
export const useSignIns = () => useRead(signInsPath);
export const endSignIn = (id: string) => call('post', `${signInsPath}/end`, { body: { id } });
export const endAllSignIns = () => call('post', `${signInsPath}/end-all`, { body: {} });
