import { computeSha256, formatHexadecimal } from '@/lib/accessLog/bytes';
import { readItem, writeItem } from '@/lib/storage/storage';

/** Hashes the id, so that the item on a shared computer does not reveal who viewed the page. */
async function makeKey(userId: string): Promise<string> {
  const digest = await computeSha256(new TextEncoder().encode(`seen in the access log\n${userId}`));
  return `saguaro.accessSeen.${formatHexadecimal(digest)}`;
}

function readNumber(key: string): number {
  const stored = Number(readItem(key));
  return Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}

/**
 * Returns the highest number of an access to this person's record that this browser found in the sealed log; 0 for
 * none.
 *
 * @param userId the portal's id of the person
 */
export async function readSeenNumber(userId: string): Promise<number> {
  return readNumber(await makeKey(userId));
}

/** Stores the number of an access that was found in the sealed log, unless a higher one is stored. */
export async function storeSeenNumber(userId: string, number: number): Promise<void> {
  const key = await makeKey(userId);
  if (number > readNumber(key)) writeItem(key, String(number));
}
