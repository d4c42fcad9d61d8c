import type { useSWRConfig } from 'swr';

const root = '/api/businessapplications/';

/** Reads again whatever pages show of businesses and their applications, except a business that is gone. */
export async function readBusinessesAgain(
  mutate: ReturnType<typeof useSWRConfig>['mutate'],
  goneId?: string,
): Promise<void> {
  await mutate(
    (key) =>
      Array.isArray(key) &&
      typeof key[0] === 'string' &&
      key[0].startsWith(root) &&
      key[0] !== `${root}businesses/${goneId}`,
  );
}
