import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

export const accountsPath = '/api/businessapplications/businessagency';
const accountPath = '/api/businessapplications/businessagency/{id}/user';
const registerPath = '/api/businessapplications/businessagency/{id}/user/register';
const linkPath = '/api/businessapplications/businessagency/{id}/user/link';
const passwordPath = '/api/businessapplications/businessagency/{id}/user/password';
const forgottenPath = '/api/businessapplications/businessagency/{id}/user/forgot-password';

/** The person's account at an agency, and the agency's rules for accounts. */
export type AgencyAccount = AnswerBody<typeof accountPath, 'get'>;

/** The longest user name that the portal takes. */
export const longestUserName = 100;

/** Reads the agencies at which a business can have an account, and the person's accounts there. */
export function useAgencyAccounts() {
  return useRead(accountsPath);
}

/** Reads the person's account at one agency. */
export function useAgencyAccount(id: string) {
  return useRead(accountPath, { parameters: { id }, keepPreviousData: false });
}

/** Creates an account at an agency and returns it. */
export function registerAccount(id: string, body: RequestBody<typeof registerPath, 'post'>) {
  return call('post', registerPath, { parameters: { id }, body });
}

/** Links the person's account at an agency and returns it. */
export function linkAccount(id: string, body: RequestBody<typeof linkPath, 'post'>) {
  return call('post', linkPath, { parameters: { id }, body });
}

/** Unlinks the person's account at an agency and returns the rest. */
export function unlinkAccount(id: string) {
  return call('delete', accountPath, { parameters: { id } });
}

/** Changes the password at an agency and returns the account. */
export function changeAccountPassword(id: string, body: RequestBody<typeof passwordPath, 'post'>) {
  return call('post', passwordPath, { parameters: { id }, body });
}

/** Asks an agency to reset the password of an account. */
export function askForAccountPassword(id: string, userName: string) {
  return call('post', forgottenPath, { parameters: { id }, body: { userName } });
}
