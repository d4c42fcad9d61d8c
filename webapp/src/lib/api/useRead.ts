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
 * The key of a read. It separates the replies of different people and languages. The path includes its parameters and
 * its query.
 */
export type ReadKey = readonly [path: string, userId: string, language: string];

/** Repeats only canceled reads; the transport has already repeated network failures. */
const retryCancelled: NonNullable<SWRConfiguration['onErrorRetry']> = (
  error,
  _key,
  _configuration,
  revalidate,
  options,
) => {
  if (isCancelled(error)) void revalidate(options);
};

/** Shows a canceled read as loading, not as failed: the page that needs it reads it again. */
const hideCancelled: Middleware = (useNext) =>
  function useHidingCancelled(key, fetcher, options) {
    const response = useNext(key, fetcher, options);
    return isCancelled(response.error) ? { ...response, error: undefined, isLoading: true } : response;
  };

/**
 * SWR's settings for all reads. Returning to the window reads nothing again, except on pages that ask for it, such as
 * applications, which agencies may have changed.
 */
export const readSettings: SWRConfiguration = {
  use: [keepAcrossLanguages, hideCancelled],
  onErrorRetry: retryCancelled,
  revalidateOnFocus: false,
};

/** The user id in keys when no person is signed in. */
export const visitorId = '';

interface ReadOptions extends SWRConfiguration {
  lifetime?: 'page' | 'session';
  headers?: Record<string, string>;
  parameters?: Readonly<Record<string, string>>;
  query?: Record<string, string>;
  isRepeated?: boolean;
  /** False reads nothing yet. */
  isWanted?: boolean;
  /** Runs the read at its turn in a queue; at once without one. */
  queue?: <T>(read: () => Promise<T>) => Promise<T>;
}

type ReadArguments<P extends string> = [keyof PathParameters<P>] extends [never]
  ? [ReadOptions?]
  : [ReadOptions & { parameters: PathParameters<P> }];

/** The requested path of the contract: the first part of a read's key. */
export function buildAddress(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams(query).toString();
  return `${fillPath(path, parameters)}${search && `?${search}`}`;
}

/** Reads a path of the API; waits for a sign-in unless the path is public. */
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

/** Returns true if a read has a reply or has failed. A page waits for each read that decides on its layout. */
export const isSettled = ({ data, error }: Pick<SWRResponse<unknown, unknown>, 'data' | 'error'>): boolean =>
  data !== undefined || error !== undefined;
