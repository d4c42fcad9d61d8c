import { type Bytes, parseBase64, isEqual, computeSha256, formatHexadecimal } from '@/lib/accessLog/bytes';
import { HASH_BYTES } from '@/lib/accessLog/merkleTree';
import { NotProved } from '@/lib/accessLog/notProved';

const ECDSA = 2;
const KEY_ID_BYTES = 4;
const COORDINATE_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** The public key of a log, with the name of the log. */
export interface LogKey {
  /** The line that holds the key. */
  readonly text: string;
  readonly name: string;
  readonly id: Bytes;
  readonly key: CryptoKey;
}

/** The number of leaves of a log, and their root. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Bytes;
}

/**
 * Reads the key in a line `name+id+key`, which C2SP signed-note calls a verifier key; throws `NotProved` for other
 * text.
 */
export async function readLogKey(text: string): Promise<LogKey> {
  const line = text.trim();
  const [name = '', id = '', ...rest] = line.split('+');
  const content = decodeBase64(rest.join('+'));
  const encoded = content.slice(1);
  const ownId = (await computeSha256(encoded)).slice(0, KEY_ID_BYTES);
  if (content[0] !== ECDSA || formatHexadecimal(ownId) !== id || !/^[^\s+]+$/.test(name))
    throw new NotProved();
  try {
    const key = await crypto.subtle.importKey(
      'spki',
      encoded,
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['verify'],
    );
    return { text: line, name, id: ownId, key };
  } catch {
    throw new NotProved();
  }
}

/** Returns the text of a signed note (C2SP signed-note); throws `NotProved` unless the key signed it. */
export async function readNote(note: string, key: LogKey): Promise<string> {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new NotProved();
  const text = note.slice(0, end + 1);
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature)
    .filter(({ name, content }) => name === key.name && isEqual(content.slice(0, KEY_ID_BYTES), key.id));
  if (signatures.length === 0) throw new NotProved();
  for (const { content } of signatures) {
    const isSigned = await crypto.subtle.verify(
      { name: 'ECDSA', hash: 'SHA-256' },
      key.key,
      toFixedLength(content.slice(KEY_ID_BYTES)),
      new TextEncoder().encode(text),
    );
    if (!isSigned) throw new NotProved();
  }
  return text;
}

/**
 * Returns the checkpoint in a signed note (C2SP tlog-checkpoint); throws `NotProved` unless the key of the log signed
 * it.
 */
export async function readCheckpoint(note: string, key: LogKey): Promise<Checkpoint> {
  const [origin, size = '', root = '', ...others] = (await readNote(note, key)).split('\n');
  const hash = decodeBase64(root);
  // Further lines hold extensions; this log has none.
  if (origin !== key.name || hash.length !== HASH_BYTES || others.join() !== '') throw new NotProved();
  return { origin, size: parseSize(size), root: hash };
}

/** Parses the decimal size of a log; throws `NotProved` for other text. */
export function parseSize(text: string): number {
  if (!/^(0|[1-9]\d{0,14})$/.test(text)) throw new NotProved();
  return Number(text);
}

function parseSignature(line: string) {
  const [dash, name, content, ...rest] = line.split(' ');
  if (dash !== '\u2014' || name === undefined || content === undefined || rest.length > 0)
    throw new NotProved();
  return { name, content: decodeBase64(content) };
}

function decodeBase64(text: string): Bytes {
  try {
    return parseBase64(text);
  } catch {
    throw new NotProved();
  }
}

/** Converts a DER signature from KMS to the form that WebCrypto takes: both numbers, 32 bytes each. */
function toFixedLength(der: Bytes): Bytes {
  const fixed = new Uint8Array(2 * COORDINATE_BYTES);
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new NotProved();
  let start = 2;
  for (const end of [COORDINATE_BYTES, 2 * COORDINATE_BYTES]) {
    const length = der[start + 1] ?? 0;
    const number = der.slice(start + 2, start + 2 + length);
    // A number whose first bit is set has a leading zero byte, which marks it as positive.
    const digits = number[0] === 0 ? number.slice(1) : number;
    if (der[start] !== INTEGER || number.length !== length || digits.length > COORDINATE_BYTES)
      throw new NotProved();
    fixed.set(digits, end - digits.length);
    start += 2 + length;
  }
  if (start !== der.length) throw new NotProved();
  return fixed;
}
