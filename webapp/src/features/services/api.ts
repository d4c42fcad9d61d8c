import { call, type AnswerBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const servicesPath = '/api/lookups/services';

/** A service as everybody can read about it. */
export type PublicService = AnswerBody<typeof servicesPath, 'get'>['items'][number];

/** How to do a thing at an agency. */
export type Guidance = NonNullable<PublicService['guidance']>;

/** The services of all agencies, for everybody. */
export const useServices = () => useRead(servicesPath);

/** The contract takes searches of this many characters. */
export const shortestSearch = 2;
export const longestSearch = 100;

/** Searches everything for everybody. */
export const useSearch = (q: string) => useRead('/api/search', { query: { q } });

/** Counts a rating of a page, such as `guides/schools`; the portal keeps only the number. */
export const ratePage = (page: string, isHelpful: boolean) =>
  call('post', '/api/pageratings', { body: { page, isHelpful } });
