import { call, type RequestBody } from '@/lib/api/call';

const registerPath = '/api/users/register';
const linkPath = '/api/users/link';

export type RegistrationBody = RequestBody<typeof registerPath, 'post'>;

export const register = (body: RegistrationBody) => call('post', registerPath, { body });

/** Sends a code to the email address of an earlier registration. */
export const sendLinkCode = () => call('post', linkPath, { body: {} });
export const confirmLink = (code: string) => call('post', `${linkPath}/confirm`, { body: { code } });
