import { useLingui } from '@lingui/react';
import { useSWRConfig } from 'swr';
import { call, readAs, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { readOnce, useQuery } from '@/lib/api/useQuery';
import { buildAddress, useRead, visitorId, type ReadKey } from '@/lib/api/useRead';
import { useSession } from '@/lib/auth/session';

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
    ...readOnce,
    keepPreviousData: false,
  });

/** Returns a function that stores an estimate as the answer of `useEstimate`. */
export function useStoreEstimate() {
  const { mutate } = useSWRConfig();
  const { account } = useSession();
  const { i18n } = useLingui();
  return (query: EstimateQuery, estimate: Estimate) => {
    const key: ReadKey = [buildAddress(estimatePath, {}, query), account?.id ?? visitorId, i18n.locale];
    return mutate(key, estimate, { revalidate: false });
  };
}

export const createEstimate = (body: EstimateRequest) => call('post', estimatePath, { body });
export const readEstimateAs = (mediaType: string, query: EstimateQuery) =>
  readAs(mediaType, estimatePath, { query });

/** Reads the estimate for a request in JSON, and keeps the last one until the next arrives; null reads nothing. */
export const useRunningEstimate = (request: string | null) =>
  useQuery(
    request === null ? null : [estimatePath, request],
    () => createEstimate(JSON.parse(request ?? '') as EstimateRequest),
    { ...readOnce, keepPreviousData: true },
  );

export const useComparison = (body: ComparisonRequest) =>
  useQuery([changesPath, JSON.stringify(body)], () => call('post', changesPath, { body }), readOnce);
