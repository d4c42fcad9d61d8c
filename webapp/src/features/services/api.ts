import { call, type AnswerBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const servicesPath = '/api/lookups/services';

/** A service in its public form. */
export type PublicService = AnswerBody<typeof servicesPath, 'get'>['items'][number];

/** How to do a task at an agency. */
export type Guidance = NonNullable<PublicService['guidance']>;

/** Reads the services of all agencies; public. */
export const useServices = () => useRead(servicesPath);

/** The longest search that the contract accepts. */
export const shortestSearch = 2;
export const longestSearch = 100;

/** Searches all public content. */
export const useSearch = (q: string) => useRead('/api/search', { query: { q } });

/** Counts a rating of a page, such as `guides/schools`; the portal stores only the number. */
export const ratePage = (page: string, isHelpful: boolean) =>
  call('post', '/api/pageratings', { body: { page, isHelpful } });
