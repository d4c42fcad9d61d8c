import { useLingui } from '@lingui/react';
import { call, type AnswerBody } from '@/lib/api/call';
import { usePages } from '@/lib/api/usePages';
import { useRead } from '@/lib/api/useRead';
import { useVisit, useVisitCache } from '@/lib/api/useVisitCache';
import { useAccount } from '@/lib/auth/session';

const accessPath = '/api/profile/access';

export type AccessPage = AnswerBody<typeof accessPath, 'get'>;
export type Access = AccessPage['items'][number];

const listAccesses = (nextToken: string) =>
  call('get', accessPath, { query: { limit: '20', ...(nextToken && { nextToken }) } });

/** Reads the accesses of staff to the person's record, page by page. */
export function useAccesses() {
  const { id: userId } = useAccount();
  const { i18n } = useLingui();
  const visit = useVisit();
  useVisitCache(visit);
  return usePages<AccessPage, readonly string[]>(
    (previous) =>
      previous?.nextToken === null
        ? null
        : [accessPath, userId, i18n.locale, visit, previous?.nextToken ?? ''],
    ([, , , , nextToken = '']) => listAccesses(nextToken),
  );
}

/** Reads the agencies of the portal, for their names. */
export const useCatalog = () => useRead('/api/subscriptions/agencyservice');
