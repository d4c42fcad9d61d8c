const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;
const bitsPerCharacter = 5;

/**
 * The portal's id of a person, as `get_user_id` in `shared/python/portal/principal.py` derives it from the claims
 * `iss` and `sub`: the first 26 characters of the base32 of their SHA-256.
 */
export async function getUserId(issuer: string, subject: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${issuer}\n${subject}`));
  const bits = Array.from(new Uint8Array(digest), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length }, (_, place) => {
    const start = place * bitsPerCharacter;
    return alphabet[Number.parseInt(bits.slice(start, start + bitsPerCharacter), 2)];
  }).join('');
}
