import { ApiError } from './errors';

/** Returns true if a failed call was repeated with other values, which means that the first one arrived. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotencyKeyReused';
}
