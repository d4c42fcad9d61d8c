import { readItem } from '../storage/storage';
import type { Account } from './port';

/** The part of the sign-in library's stored user that the app reads. `expires_at` is in seconds. */
interface StoredUser {
  profile: Claims;
  expires_at: number;
}

/** The claims of an ID token that describe a person. */
export interface Claims {
  iss: string;
  sub: string;
  name?: string;
  given_name?: string;
  family_name?: string;
  email?: string;
  [claim: string]: unknown;
}

/** Returns the account that the claims describe. */
export function toAccount(claims: Claims): Account {
  const { iss, sub, given_name: givenName = '', family_name: familyName = '', email = '' } = claims;
  const groups = claims['cognito:groups'] ?? claims.groups;
  return {
    id: sub,
    issuer: iss,
    name: claims.name ?? [givenName, familyName].filter(Boolean).join(' '),
    givenName,
    familyName,
    email,
    groups: Array.isArray(groups) ? groups.filter((group): group is string => typeof group === 'string') : [],
  };
}

/**
 * Returns the account of the session that the sign-in library stored under the key, or null if its token has expired.
 * It is available before the library loads: enough for a greeting, but not for protected content.
 */
export function readStoredAccount(key: string): Account | null {
  try {
    const { profile, expires_at: expiresAt } = JSON.parse(readItem(key) ?? '') as StoredUser;
    return expiresAt * 1000 > Date.now() ? toAccount(profile) : null;
  } catch {
    return null;
  }
}
