import { readItem, removeItem, writeItem } from '@/lib/storage/storage';

const storageKey = 'saguaro.accessLog';

/** The sealed log as this browser last saw it. It covers the whole log, so it identifies no person. */
export interface StoredLog {
  /** The verifier key, as the log publishes it. */
  readonly key: string;
  /** The checkpoint with the most leaves, and its signature. */
  readonly checkpoint: string;
}

/** Returns the stored log; null if this browser has stored none. */
export function readStoredLog(): StoredLog | null {
  try {
    const { key, checkpoint } = JSON.parse(readItem(storageKey) ?? '') as Partial<StoredLog>;
    return typeof key === 'string' && typeof checkpoint === 'string' ? { key, checkpoint } : null;
  } catch {
    return null;
  }
}

/**
 * Replaces the stored log that a new one was compared with.
 *
 * @returns false, and stores nothing, if another tab stored one in the meantime
 */
export function replaceStoredLog(compared: StoredLog | null, log: StoredLog): boolean {
  const stored = readStoredLog();
  if (stored?.key !== compared?.key || stored?.checkpoint !== compared?.checkpoint) return false;
  writeItem(storageKey, JSON.stringify(log));
  return true;
}

/** Removes the stored log, so that the next log is trusted. */
export function removeStoredLog(): void {
  removeItem(storageKey);
}
