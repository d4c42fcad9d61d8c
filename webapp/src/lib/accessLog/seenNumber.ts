import { computeSha256, formatHexadecimal } from '@/lib/accessLog/bytes';
import { readItem, writeItem } from '@/lib/storage/storage';

/** A hash, so that nobody who finds the item on a shared computer reads from it who looked at the page. */
async function makeKey(userId: string): Promise<string> {
  const digest = await computeSha256(new TextEncoder().encode(`seen in the access log\n${userId}`));
  return `saguaro.accessSeen.${formatHexadecimal(digest)}`;
}

function readNumber(key: string): number {
  const kept = Number(readItem(key));
  return Number.isSafeInteger(kept) && kept > 0 ? kept : 0;
}

/**
 * The highest number of an access to this person's record that this browser found in the sealed log; 0 for none.
 *
 * @param userId the portal's id of the person
 */
export async function readSeenNumber(userId: string): Promise<number> {
  return readNumber(await makeKey(userId));
}

/** Keeps the number of an access that was found in the sealed log, unless a higher one is kept. */
export async function storeSeenNumber(userId: string, number: number): Promise<void> {
  const key = await makeKey(userId);
  if (number > readNumber(key)) writeItem(key, String(number));
}
