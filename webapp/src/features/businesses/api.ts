import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useSWRConfig } from 'swr';
import { useQuery } from '@/lib/api/useQuery';
import { useRead } from '@/lib/api/useRead';

const businessesPath = '/api/businessapplications/businesses';
const businessPath = '/api/businessapplications/businesses/{id}';
const memberPath = '/api/businessapplications/businesses/{id}/members/{member}';
const invitationsPath = '/api/businessapplications/businesses/{id}/invitations';
const invitationPath = '/api/businessapplications/businesses/{id}/invitations/{invitation}';
const acceptancePath = '/api/businessapplications/invitations/acceptance';

const previewPath = '/api/businessapplications/invitations/preview';

export type BusinessDetails = AnswerBody<typeof businessPath, 'get'>;
export type Member = BusinessDetails['members'][number];
export type Invitation = BusinessDetails['invitations'][number];
export type InvitationPreview = AnswerBody<typeof previewPath, 'post'>;

/** One business of the person. */
export function useBusiness(id: string) {
  return useRead(businessPath, { parameters: { id }, keepPreviousData: false });
}

/** The applications of all businesses of the person. */
export function useApplications() {
  return useRead('/api/businessapplications/applications');
}

/** Adds a business; the same key twice adds it once. Answers it. */
export function createBusiness(body: RequestBody<typeof businessesPath, 'post'>, key: string) {
  return call('post', businessesPath, { body, headers: { 'Idempotency-Key': key } });
}

/** Changes what a business is. */
export function updateBusiness(id: string, body: RequestBody<typeof businessPath, 'put'>) {
  return call('put', businessPath, { parameters: { id }, body });
}

/** Removes a business for everybody. */
export function deleteBusiness(id: string) {
  return call('delete', businessPath, { parameters: { id }, lifetime: 'session' });
}

/** Gives somebody another role. */
export function updateMember(id: string, member: string, body: RequestBody<typeof memberPath, 'put'>) {
  return call('put', memberPath, { parameters: { id, member }, body });
}

/** Ends that somebody acts for a business. */
export function deleteMember(id: string, member: string) {
  return call('delete', memberPath, { parameters: { id, member }, lifetime: 'session' });
}

/** Invites somebody by email; answers the invitation. */
export function createInvitation(id: string, body: RequestBody<typeof invitationsPath, 'post'>) {
  return call('post', invitationsPath, { parameters: { id }, body });
}

/** Takes an invitation back. */
export function deleteInvitation(id: string, invitation: string) {
  return call('delete', invitationPath, { parameters: { id, invitation } });
}

/** Reads the invitation of a link. */
export const useInvitation = (token: string) =>
  useQuery([previewPath, token], () => call('post', previewPath, { body: { token } }));

/** Accepts the invitation of a link; answers the business. */
export function acceptInvitation(token: string) {
  return call('post', acceptancePath, { body: { token } });
}

const root = '/api/businessapplications/';

/**
 * Returns a function that reads again all that pages show of businesses and their applications, except a business that is
 * gone.
 */
export function useReadBusinessesAgain() {
  const { mutate } = useSWRConfig();
  return async (goneId?: string): Promise<void> => {
    // Clears the list, so that the next page waits for one with the business just added.
    await mutate((key) => Array.isArray(key) && key[0] === businessesPath, undefined);
    await mutate(
      (key) =>
        Array.isArray(key) &&
        typeof key[0] === 'string' &&
        key[0].startsWith(root) &&
        key[0] !== `${root}businesses/${goneId}`,
    );
  };
}
