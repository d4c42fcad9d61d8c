import { readItem, writeItem } from '@/lib/storage/storage';

const keyOf = (userId: string) => `saguaro.accessSeen.${encodeURIComponent(userId)}`;

/** The highest number of an access to this person's record that this browser found in the sealed log; 0 for none. */
export function readSeenNumber(userId: string): number {
  const kept = Number(readItem(keyOf(userId)));
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0;
}

/** Keeps the number of an access that was found in the sealed log, unless a higher one is kept. */
export function keepSeenNumber(userId: string, number: number): void {
  if (number > readSeenNumber(userId)) writeItem(keyOf(userId), String(number));
}
