import { paths } from '@/lib/paths';
import type { Purpose } from '@/lib/authentication/stepUp';

const purposes: readonly Purpose[] = [
  'connect',
  'reveal',
  'action',
  'contact',
  'details',
  'export',
  'delete',
];

/** Returns the purpose in the address of the page. */
export function getPurpose(parameters: URLSearchParams): Purpose {
  return purposes.find((purpose) => purpose === parameters.get('purpose')) ?? 'account';
}

/** Returns the types in the address of the page that would be enough; null if it has none, and all are. */
export function getTypes(parameters: URLSearchParams): readonly number[] | null {
  const types = parameters.get('types');
  return types === null ? null : types.split(',').map(Number);
}

/** Returns the address of the page with the ways, which continues at an address of the portal. */
export function buildWaysAddress(returnTo?: string): string {
  if (returnTo === undefined) return paths.enhancedAuthentication;
  return `${paths.enhancedAuthentication}?${new URLSearchParams({ returnTo }).toString()}`;
}
