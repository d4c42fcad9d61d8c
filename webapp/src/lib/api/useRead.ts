import { useLingui } from '@lingui/react';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { useSession } from '../auth/session';
import { call, isCancelled, type AnswerOf, type CallOptions, type PathsWith } from './call';

/** The key of a read: nobody's answer can be taken for somebody else's, nor one language for another. */
export type ReadKey<P extends string = string> = readonly [path: P, userId: string, language: string];

interface ReadOptions extends SWRConfiguration {
  lifetime?: 'page' | 'session';
  headers?: Record<string, string>;
}

/**
 * Reads a path of the API; nothing is read until somebody is signed in.
 *
 * A read that was given up by moving on is still loading, not failed.
 */
export function useRead<P extends PathsWith<'get'>>(
  path: P,
  { lifetime = 'page', headers, ...configuration }: ReadOptions = {},
): SWRResponse<AnswerOf<P, 'get'>, unknown> {
  const { account } = useSession();
  const { i18n } = useLingui();
  const key: ReadKey<P> | null = account ? [path, account.id, i18n.locale] : null;
  const response = useSWR<AnswerOf<P, 'get'>, unknown>(
    key,
    () => call<'get', P>('get', path, ...([{ lifetime, headers }] as unknown as [CallOptions<P, 'get'>])),
    { keepPreviousData: true, ...configuration },
  );
  const wasCancelled = isCancelled(response.error);
  return {
    ...response,
    error: wasCancelled ? undefined : response.error,
    isLoading: response.isLoading || wasCancelled,
  };
}

/** Repeats only what was given up: the transport has already repeated what the network lost. */
export const onErrorRetry: NonNullable<SWRConfiguration['onErrorRetry']> = (
  error,
  _key,
  _configuration,
  revalidate,
  options,
) => {
  if (isCancelled(error)) void revalidate(options);
};
