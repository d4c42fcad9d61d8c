import { use } from 'react';
import { useLingui } from '@lingui/react';
import useSWR, { type Middleware, type SWRConfiguration, type SWRResponse } from 'swr';
import { useSession } from '../auth/session';
import { keepAcrossLanguages } from './acrossLanguages';
import { IsEarly } from './firstReads';
import {
  call,
  fillPath,
  isCancelled,
  isPublic,
  type AnswerBody,
  type CallOptions,
  type PathParameters,
  type PathsWith,
} from './call';

/**
 * The key of a read: nobody's answer can be taken for somebody else's, nor one language for another. The path has its
 * parameters and its query.
 */
export type ReadKey = readonly [path: string, userId: string, language: string];

/** Repeats only what was given up: the transport has already repeated what the network lost. */
const onErrorRetry: NonNullable<SWRConfiguration['onErrorRetry']> = (
  error,
  _key,
  _configuration,
  revalidate,
  options,
) => {
  if (isCancelled(error)) void revalidate(options);
};

/** Shows a read that was given up by moving on as loading, not as failed: the page that needs it reads it again. */
const hideCancelled: Middleware = (useNext) =>
  function useHidingCancelled(key, fetcher, options) {
    const response = useNext(key, fetcher, options);
    return isCancelled(response.error) ? { ...response, error: undefined, isLoading: true } : response;
  };

/**
 * SWR's settings for everything that is read. Coming back to the window reads nothing again, except where a page asks
 * for it: what agencies did meanwhile is to be seen in applications.
 */
export const readSettings: SWRConfiguration = {
  use: [keepAcrossLanguages, hideCancelled],
  onErrorRetry,
  revalidateOnFocus: false,
};

/** Stands in a key for somebody who is not signed in. */
export const visitorId = '';

interface ReadOptions extends SWRConfiguration {
  lifetime?: 'page' | 'session';
  headers?: Record<string, string>;
  parameters?: Readonly<Record<string, string>>;
  query?: Record<string, string>;
  isRepeated?: boolean;
  /** False reads nothing yet. */
  isWanted?: boolean;
  /** Runs the read when it is its turn; at once when there is no queue. */
  queue?: <T>(read: () => Promise<T>) => Promise<T>;
}

type ReadArguments<P extends string> = [keyof PathParameters<P>] extends [never]
  ? [ReadOptions?]
  : [ReadOptions & { parameters: PathParameters<P> }];

/** A path of the contract as it is asked for: the first part of a read's key. */
export function buildAddress(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams(query).toString();
  return `${fillPath(path, parameters)}${search && `?${search}`}`;
}

/** Reads a path of the API; nothing is read until somebody is signed in, unless it is there for everybody. */
export function useRead<P extends PathsWith<'get'>>(
  path: P,
  ...[options]: ReadArguments<P>
): SWRResponse<AnswerBody<P, 'get'>, unknown> {
  const given: ReadOptions = options ?? {};
  const isEarly = use(IsEarly);
  const {
    lifetime = isEarly ? 'session' : 'page',
    headers,
    parameters,
    query,
    isRepeated,
    isWanted = true,
    queue,
    ...configuration
  } = given;
  const { account } = useSession();
  const { i18n } = useLingui();
  const reader = account?.id ?? (isPublic(path) ? visitorId : null);
  const key: ReadKey | null =
    reader === null || !isWanted ? null : [buildAddress(path, parameters, query), reader, i18n.locale];
  const read = () => {
    const sent = { lifetime, headers, parameters, query, isRepeated };
    return call<'get', P>('get', path, ...([sent] as unknown as [CallOptions<P, 'get'>]));
  };
  return useSWR<AnswerBody<P, 'get'>, unknown>(key, () => (queue ? queue(read) : read()), {
    ...readSettings,
    keepPreviousData: true,
    ...configuration,
  });
}

/** True if a read has an answer or has failed. A page waits for each read that decides on its layout. */
export const isSettled = ({ data, error }: Pick<SWRResponse<unknown, unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || error !== undefined;
