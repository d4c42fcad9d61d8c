import { ApiError } from './errors';

/** Returns whether a failed call was repeated with other values: the first one did arrive. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotencyKeyReused';
}
