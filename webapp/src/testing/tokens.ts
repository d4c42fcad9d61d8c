/** A token that can be read but proves nothing. */
export function tokenOf(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`;
}
