/**
 * Replaces the hash with which Amplify signs requests in the build; the portal has no AWS credentials. Amplify calls it
 * with `new`.
 */
export function Sha256(): never {
  throw new Error('The portal signs no request with AWS credentials.');
}
