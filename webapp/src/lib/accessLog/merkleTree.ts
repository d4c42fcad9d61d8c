import { type Bytes, parseHexadecimal, isEqual, joinBytes, computeSha256 } from '@/lib/accessLog/bytes';
import { NotProved } from '@/lib/accessLog/notProved';

export const HASH_BYTES = 32;
const TILE_HEIGHT = 8;
const TILE_WIDTH = 256;
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const EMPTY_ROOT = parseHexadecimal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');

/** Returns a tile of the log by its path, such as `tile/0/x001/234.p/5`. */
export type ReadTile = (path: string) => Promise<Bytes>;

/** Hashes a leaf (RFC 6962, section 2.1). */
export function hashLeaf(data: Bytes): Promise<Bytes> {
  return computeSha256(joinBytes(LEAF, data));
}

/** Hashes a node above two others. */
export function hashNode(left: Bytes, right: Bytes): Promise<Bytes> {
  return computeSha256(joinBytes(NODE, left, right));
}

/** Throws `NotProved` unless the path leads from a leaf to the root (RFC 9162, section 2.1.3.2). */
export async function verifyInclusion(
  index: number,
  size: number,
  leaf: Bytes,
  path: readonly Bytes[],
  root: Bytes,
): Promise<void> {
  let [node, last, found] = [index, size - 1, leaf];
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    throw new NotProved();
  for (const beside of path) {
    if (last === 0) throw new NotProved();
    if (node % 2 === 1 || node === last) {
      found = await hashNode(beside, found);
      [node, last] = skipRightEdge(node, last);
    } else {
      found = await hashNode(found, beside);
    }
    [node, last] = [halve(node), halve(last)];
  }
  if (last !== 0 || !isEqual(found, root)) throw new NotProved();
}

/** Throws `NotProved` unless a tree begins with all leaves of an older one (RFC 9162, section 2.1.4.2). */
export async function verifyConsistency(
  older: { readonly size: number; readonly root: Bytes },
  newer: { readonly size: number; readonly root: Bytes },
  path: readonly Bytes[],
): Promise<void> {
  if (older.size > newer.size) throw new NotProved();
  if (older.size === 0 || older.size === newer.size) {
    const expected = older.size === 0 ? EMPTY_ROOT : newer.root;
    if (path.length > 0 || !isEqual(older.root, expected)) throw new NotProved();
    return;
  }
  const [first, ...others] = isPowerOfTwo(older.size) ? [older.root, ...path] : path;
  if (!first) throw new NotProved();
  let [node, last, olderFound, found] = [older.size - 1, newer.size - 1, first, first];
  while (node % 2 === 1) [node, last] = [halve(node), halve(last)];
  for (const beside of others) {
    if (last === 0) throw new NotProved();
    if (node % 2 === 1 || node === last) {
      [olderFound, found] = [await hashNode(beside, olderFound), await hashNode(beside, found)];
      [node, last] = skipRightEdge(node, last);
    } else {
      found = await hashNode(found, beside);
    }
    [node, last] = [halve(node), halve(last)];
  }
  if (last !== 0 || !isEqual(olderFound, older.root) || !isEqual(found, newer.root)) throw new NotProved();
}

/** Builds the proof that a tree of `size` leaves begins with `olderSize` leaves, at least 1 (RFC 6962, section 2.1.2). */
export async function buildConsistencyPath(
  olderSize: number,
  size: number,
  readTile: ReadTile,
): Promise<Bytes[]> {
  const path: Bytes[] = [];
  let [begin, end] = [0, size];
  while (end !== olderSize) {
    const middle = begin + getLargestPowerBelow(end - begin);
    if (olderSize <= middle) {
      path.unshift(await computeRoot(middle, end, size, readTile));
      end = middle;
    } else {
      path.unshift(await computeRoot(begin, middle, size, readTile));
      begin = middle;
    }
  }
  return begin === 0 ? path : [await computeRoot(begin, end, size, readTile), ...path];
}

/** Builds the path of a tile below the address of the log (C2SP tlog-tiles). */
export function buildTilePath(level: number, index: number, width: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Computes the root of a range of leaves. */
async function computeRoot(begin: number, end: number, size: number, readTile: ReadTile): Promise<Bytes> {
  const count = end - begin;
  if (isPowerOfTwo(count)) return computeCompleteRoot(Math.log2(count), begin / count, size, readTile);
  const middle = begin + getLargestPowerBelow(count);
  return hashNode(
    await computeRoot(begin, middle, size, readTile),
    await computeRoot(middle, end, size, readTile),
  );
}

/** Computes the root of a complete subtree of 2^height leaves. */
async function computeCompleteRoot(
  height: number,
  index: number,
  size: number,
  readTile: ReadTile,
): Promise<Bytes> {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  const first = index * count;
  const tile = Math.floor(first / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - tile * TILE_WIDTH);
  const content = await readTile(buildTilePath(level, tile, width));
  if (content.length !== width * HASH_BYTES) throw new NotProved();
  const place = first % TILE_WIDTH;
  return computeRowRoot(content.slice(place * HASH_BYTES, (place + count) * HASH_BYTES));
}

/** Computes the root of a row of hashes; the count is a power of two. */
async function computeRowRoot(row: Bytes): Promise<Bytes> {
  if (row.length === HASH_BYTES) return row;
  const middle = row.length / 2;
  return hashNode(await computeRowRoot(row.slice(0, middle)), await computeRowRoot(row.slice(middle)));
}

/** Returns the next node above that has a left sibling, when a subtree ends at the right edge of the tree. */
function skipRightEdge(node: number, last: number): [number, number] {
  while (node % 2 === 0 && node !== 0) [node, last] = [halve(node), halve(last)];
  return [node, last];
}

const halve = (number: number) => Math.floor(number / 2);
const isPowerOfTwo = (count: number) => Number.isInteger(Math.log2(count));
const getLargestPowerBelow = (count: number) => 2 ** Math.floor(Math.log2(count - 1));
