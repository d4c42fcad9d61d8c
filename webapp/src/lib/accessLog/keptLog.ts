import { readItem, removeItem, writeItem } from '@/lib/storage/storage';

const item = 'saguaro.accessLog';

/** The sealed log as this browser saw it last. It is about the whole log, so it names nobody. */
export interface StoredLog {
  /** The verifier key, as the log publishes it. */
  readonly key: string;
  /** The checkpoint of the most leaves, with its signature. */
  readonly checkpoint: string;
}

/** The log that this browser keeps; null before its first look at one. */
export function readStoredLog(): StoredLog | null {
  try {
    const { key, checkpoint } = JSON.parse(readItem(item) ?? '') as Partial<StoredLog>;
    return typeof key === 'string' && typeof checkpoint === 'string' ? { key, checkpoint } : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a log in place of the one that it was compared with.
 *
 * @returns false, and keeps nothing, when another tab kept one in the meantime
 */
export function replaceStoredLog(compared: StoredLog | null, log: StoredLog): boolean {
  const kept = readStoredLog();
  if (kept?.key !== compared?.key || kept?.checkpoint !== compared?.checkpoint) return false;
  writeItem(item, JSON.stringify(log));
  return true;
}

/** Forgets the log, so that the next one that is shown is trusted. */
export function removeStoredLog(): void {
  removeItem(item);
}
