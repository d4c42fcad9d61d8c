import { paths } from '@/lib/paths';
import type { Purpose } from '@/lib/authentication/stepUp';

const purposes: readonly Purpose[] = ['connect', 'reveal', 'action', 'contact', 'export', 'delete'];

/** Returns the purpose in the address of the page. */
export function getPurpose(parameters: URLSearchParams): Purpose {
  return purposes.find((purpose) => purpose === parameters.get('purpose')) ?? 'account';
}

/** The types that would do, by the address of the page; null where it names none, and all do. */
export function getTypes(parameters: URLSearchParams): readonly number[] | null {
  const types = parameters.get('types');
  return types === null ? null : types.split(',').map(Number);
}

/** The page of the ways, from which one goes on at an address of the portal. */
export function buildWaysAddress(returnTo?: string): string {
  if (returnTo === undefined) return paths.enhancedAuthentication;
  return `${paths.enhancedAuthentication}?${new URLSearchParams({ returnTo }).toString()}`;
}
