import type { AnswerOf } from '@/lib/api/call';

export const accountsPath = '/api/businessapplications/businessagency';
export const accountPath = '/api/businessapplications/businessagency/{id}/user';
export const registerPath = '/api/businessapplications/businessagency/{id}/user/register';
export const linkPath = '/api/businessapplications/businessagency/{id}/user/link';
export const passwordPath = '/api/businessapplications/businessagency/{id}/user/password';
export const forgottenPath = '/api/businessapplications/businessagency/{id}/user/forgot-password';

/** The person's account at an agency, and what the agency asks of one. */
export type AgencyAccount = AnswerOf<typeof accountPath, 'get'>;

/** The longest user name that the portal takes. */
export const longestUserName = 100;
