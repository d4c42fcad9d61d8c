import type { useSWRConfig } from 'swr';

const root = '/api/businessapplications/';

/** Reads again whatever pages show of businesses and their applications. */
export async function readBusinessesAgain(mutate: ReturnType<typeof useSWRConfig>['mutate']): Promise<void> {
  await mutate((key) => Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith(root));
}
