import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const searchPath = '/api/businessapplications/businessnames/search';
const checkPath = '/api/businessapplications/businessnames/searchreservation';
const companyPath = '/api/businessapplications/businessnames/companies/{id}';
const reservationsPath = '/api/businessapplications/businessnames/reservations';

export type NamePage = AnswerBody<typeof searchPath, 'get'>;
export type FoundName = NamePage['items'][number];
export type Company = AnswerBody<typeof companyPath, 'get'>;
export type NameCheck = AnswerBody<typeof checkPath, 'get'>;
export type Reason = NameCheck['reasons'][number];
export type Word = NameCheck['words'][number];
export type SimilarName = NameCheck['close'][number];
export type Reservation = AnswerBody<typeof reservationsPath, 'get'>['items'][number];
export type NameStatus = FoundName['status'];
export type Matched = FoundName['matched'];

/** Builds the cache key of a page of names. */
export const buildPageKey = (language: string, search: string, nextToken: string) =>
  [searchPath, language, search, nextToken] as const;
/** A failed search is not retried, because the person has typed more by then. */
export const searchNames = (query: Record<string, string>, signal: AbortSignal) =>
  call('get', searchPath, { query, isRepeated: false, signal });
export const useNameCheck = (query: { name: string; entityType: string }) =>
  useRead(checkPath, { query, keepPreviousData: false, isRepeated: false });
/** The API needs the name to find its id. */
export const useCompany = (id: string, name: string) =>
  useRead(companyPath, { parameters: { id }, query: { name }, keepPreviousData: false });

/** The person's reservations; a visitor has none. */
export const useReservations = () => useRead(reservationsPath);
export const reserveName = (body: RequestBody<typeof reservationsPath, 'post'>) =>
  call('post', reservationsPath, { body });
export const giveUpReservation = (id: string) =>
  call('delete', `${reservationsPath}/{id}`, { parameters: { id } });
export const renewReservation = (id: string, expiresAt: string) =>
  call('post', `${reservationsPath}/{id}/renewal`, { parameters: { id }, body: { expiresAt } });
