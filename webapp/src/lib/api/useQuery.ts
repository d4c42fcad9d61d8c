import { useLingui } from '@lingui/react';
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';
import { useSession } from '../auth/session';
import { readSettings, visitorId } from './useRead';

/**
 * Reads what `useRead` cannot, such as the answer to a POST that changes nothing, with the settings of all reads. The key
 * names the answer, which belongs to one account and one language; null reads nothing.
 */
export function useQuery<T>(
  key: readonly string[] | null,
  read: () => Promise<T>,
  settings?: SWRConfiguration<T, unknown>,
): SWRResponse<T, unknown> {
  const { account } = useSession();
  const { i18n } = useLingui();
  return useSWR<T, unknown>(key && [...key, account?.id ?? visitorId, i18n.locale], read, {
    ...readSettings,
    ...settings,
  });
}

/** For an answer that stays the same until the question changes. */
export const readOnce = { revalidateIfStale: false, revalidateOnReconnect: false };

/** Returns a function that reads everything on the page again. */
export function useReloadAll(): () => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return () => mutate(() => true);
}
