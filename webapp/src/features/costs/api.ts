import { call, readAs, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { buildAddress, useRead, type ReadKey } from '@/lib/api/useRead';

const estimatePath = '/api/businessapplications/startupcostestimate';
const changesPath = '/api/businessapplications/startupcostestimate/changes';

export type Estimate = AnswerBody<typeof estimatePath, 'get'>;
export type Line = Estimate['lines'][number];
export type EstimateRequest = RequestBody<typeof estimatePath, 'post'>;
export type Figures = NonNullable<EstimateRequest['figures']>;
export type Comparison = AnswerBody<typeof changesPath, 'post'>;
export type Change = Comparison['changes'][number];
export type ComparisonRequest = RequestBody<typeof changesPath, 'post'>;

/** The parameters of an estimate in a page's address. */
export type EstimateQuery = Readonly<Record<string, string>>;

export const useEstimate = (query: EstimateQuery) =>
  useRead(estimatePath, {
    query,
    keepPreviousData: false,
    revalidateIfStale: false,
    revalidateOnReconnect: false,
  });
/** Returns the key of `useEstimate`. */
export const getEstimateKey = (query: EstimateQuery, userId: string, language: string): ReadKey => [
  buildAddress(estimatePath, {}, query),
  userId,
  language,
];
export const createEstimate = (body: EstimateRequest) => call('post', estimatePath, { body });
export const readEstimateAs = (mediaType: string, query: EstimateQuery) =>
  readAs(mediaType, estimatePath, { query });
export const compareEstimates = (body: ComparisonRequest) => call('post', changesPath, { body });
export const getComparisonKey = (body: ComparisonRequest, language: string) =>
  [changesPath, language, JSON.stringify(body)] as const;
