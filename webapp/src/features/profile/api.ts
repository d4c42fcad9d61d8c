import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

export const termsPath = '/api/profile/termsandconditions';
export const preferencesPath = '/api/profile/contactpreferences';
const unsubscribePath = '/api/profile/unsubscribe';

export type Terms = AnswerBody<typeof termsPath, 'get'>;
export type Decision = AnswerBody<`${typeof termsPath}/decline`, 'put'>;
export type Preferences = AnswerBody<typeof preferencesPath, 'get'>;
export type PreferencesBody = RequestBody<typeof preferencesPath, 'put'>;
export type SentTest = AnswerBody<`${typeof preferencesPath}/test`, 'post'>;
export type Unsubscription = AnswerBody<typeof unsubscribePath, 'get'>;
type Channel = Preferences['addresses'][number]['channel'];
type Address = 'current' | 'new';

export const useTerms = () => useRead(termsPath);
export const decideOnTerms = (decision: 'accept' | 'decline', version: string): Promise<Decision> =>
  call('put', `${termsPath}/${decision}`, { body: { version } });

export const usePreferences = () => useRead(preferencesPath);
export const savePreferences = (body: PreferencesBody) => call('put', preferencesPath, { body });
export const sendTest = (channel: Channel) => call('post', `${preferencesPath}/test`, { body: { channel } });
export const sendCode = (channel: Channel, address: Address = 'new') =>
  call('post', `${preferencesPath}/verification`, { body: { channel, address } });
export const confirmCode = (channel: Channel, code: string, address: Address = 'new') =>
  call('post', `${preferencesPath}/verification/confirm`, {
    body: { channel, address, code, changeTo: null },
  });
/** Allows the change to an address by the enhanced authentication of the session. */
export const allowChange = (channel: Channel, changeTo: string) =>
  call('post', `${preferencesPath}/verification/confirm`, {
    body: { channel, address: 'current', code: null, changeTo },
  });

/** Reads the notices that an unsubscribe link is for; its token identifies the person. */
export const useUnsubscription = (token: string) => useRead(unsubscribePath, { query: { token } });
export const unsubscribe = (token: string) => call('post', unsubscribePath, { query: { token } });
