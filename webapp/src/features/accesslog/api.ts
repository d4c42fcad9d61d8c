import { call, type AnswerBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const accessPath = '/api/profile/access';

export type AccessPage = AnswerBody<typeof accessPath, 'get'>;
export type Access = AccessPage['items'][number];

/** The key of one answer of the list. */
export const buildPageKey = (userId: string, language: string, visit: string, nextToken: string) =>
  [accessPath, userId, language, visit, nextToken] as const;
export const listAccesses = (nextToken: string) =>
  call('get', accessPath, { query: { limit: '20', ...(nextToken && { nextToken }) } });
/** The agencies that are in the portal, for their names. */
export const useCatalogue = () => useRead('/api/subscriptions/agencyservice');
