/**
 * Stands in the build for the hash with which Amplify signs requests; the portal has no AWS credentials to sign with.
 * Amplify calls it with `new`.
 */
export function Sha256(): never {
  throw new Error('The portal signs no request with AWS credentials.');
}
