import type { components } from '@/generated/openapi';
import { type Bytes, fromBase64, fromHexadecimal, joined } from '@/lib/accessLog/bytes';
import { type Checkpoint, type LogKey, readCheckpoint, readLogKey } from '@/lib/accessLog/checkpoint';
import { type KeptLog, readKeptLog, replaceKeptLog } from '@/lib/accessLog/keptLog';
import { consistencyPath, leafHash, verifyConsistency, verifyInclusion } from '@/lib/accessLog/merkleTree';
import { KeyChanged, LogBehind, LogExchanged, NotProved } from '@/lib/accessLog/notProved';

const ADDRESS = '/.well-known/access-log';

/** What the portal answers with a record, so that a browser can check that it is in the sealed log. */
export type AccessProof = components['schemas']['AccessProof'];

/** Fetches an object of the log; throws where it cannot be had. */
export type FetchObject = (name: string) => Promise<Bytes>;

/** The objects that change; all others stay as they were written. */
const changing: ReadonlySet<string> = new Set(['public-key', 'checkpoint']);

/** An object of the log as the portal publishes it. */
export async function fetchObject(name: string): Promise<Bytes> {
  const answer = await fetch(`${ADDRESS}/${name}`, changing.has(name) ? { cache: 'no-store' } : {});
  if (!answer.ok) throw new Error(`The sealed log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The newest checkpoint, beside the size that the browser kept before it. */
interface Opened {
  readonly newest: Checkpoint;
  readonly keptSize: number;
}

/**
 * The sealed access log, as this browser checks it: with the key that it kept, and as a continuation of the checkpoint
 * that it kept. Before the first look it keeps nothing and trusts what it is shown.
 */
export class SealedLog {
  readonly #fetchObject: FetchObject;
  readonly #checkpoints = new Map<number, Promise<Checkpoint>>();
  #key: Promise<LogKey> | undefined;
  #opened: Promise<Opened> | undefined;

  /** A log whose objects are fetched in this way. */
  constructor(fetchOne: FetchObject = fetchObject) {
    this.#fetchObject = fetchOne;
  }

  /** The newest checkpoint. */
  async newest(): Promise<Checkpoint> {
    return this.read(await this.#text('checkpoint'));
  }

  /** A checkpoint that somebody kept. */
  async read(note: string): Promise<Checkpoint> {
    return readCheckpoint(note, await this.#logKey());
  }

  /**
   * Compares the newest checkpoint with the one that this browser kept, and keeps the longer one.
   *
   * Throws `KeyChanged`, `LogExchanged`, `LogBehind`, or `NotProved` for what the key of the log did not sign.
   */
  async open(): Promise<void> {
    const { newest, keptSize } = await this.#open();
    if (newest.size < keptSize) throw new LogBehind();
  }

  /**
   * Answers with the record of a proof, word for word as sealed.
   *
   * Throws as `open` does, and `NotProved` unless the record is in the log. The portal publishes the newest checkpoint
   * a moment after the others: `LogBehind` means that the checkpoint of the proof is older than the kept one, too.
   */
  async verify(proof: AccessProof): Promise<unknown> {
    const { newest, keptSize } = await this.#open();
    const checkpoint = await this.#checkpointOf(proof.treeSize);
    const salted = joined(fromHexadecimal(proof.salt), new TextEncoder().encode(proof.record));
    let path;
    try {
      path = proof.auditPath.map(fromBase64);
    } catch {
      throw new NotProved();
    }
    await verifyInclusion(proof.leafIndex, checkpoint.size, await leafHash(salted), path, checkpoint.root);
    if (Math.max(newest.size, checkpoint.size) < keptSize) throw new LogBehind();
    return JSON.parse(proof.record) as unknown;
  }

  /** Throws `NotProved` unless the log of a newer checkpoint begins with all that is in an older one. */
  async verifyGrowth(older: Checkpoint, newer: Checkpoint): Promise<void> {
    const isProvedByTiles = older.size > 0 && older.size < newer.size;
    const path = isProvedByTiles ? await consistencyPath(older.size, newer.size, this.#fetchObject) : [];
    await verifyConsistency(older, newer, path);
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#compareNewest();
    return this.#opened;
  }

  async #compareNewest(): Promise<Opened> {
    const key = await this.#logKey();
    const note = await this.#text('checkpoint');
    const newest = await this.read(note);
    const kept = readKeptLog();
    if (kept !== null && kept.key !== key.text) throw new KeyChanged();
    const keptSize = kept === null ? 0 : (await this.#readKept(kept)).size;
    await this.#compareWithKept(newest, note);
    return { newest, keptSize };
  }

  async #readKept(kept: KeptLog): Promise<Checkpoint> {
    return asExchanged(this.read(kept.checkpoint));
  }

  /** The checkpoint of so many leaves. */
  #checkpointOf(size: number): Promise<Checkpoint> {
    const known = this.#checkpoints.get(size) ?? this.#fetchCheckpoint(size);
    this.#checkpoints.set(size, known);
    return known;
  }

  async #fetchCheckpoint(size: number): Promise<Checkpoint> {
    const note = await this.#text(`checkpoints/${size}`);
    const checkpoint = await this.read(note);
    if (checkpoint.size !== size) throw new NotProved();
    await this.#compareWithKept(checkpoint, note);
    return checkpoint;
  }

  /**
   * Throws `LogExchanged` unless a checkpoint and the kept one are of the same log, and keeps the longer one.
   *
   * All checkpoints are compared with one, so no log is made for one person, one entry or one tab alone.
   */
  async #compareWithKept(checkpoint: Checkpoint, note: string): Promise<void> {
    const key = await this.#logKey();
    for (;;) {
      const kept = readKeptLog();
      if (kept !== null) {
        if (kept.key !== key.text) throw new KeyChanged();
        const before = await this.#readKept(kept);
        const isLonger = checkpoint.size > before.size;
        const [older, newer] = isLonger ? [before, checkpoint] : [checkpoint, before];
        await asExchanged(this.verifyGrowth(older, newer));
        if (!isLonger) return;
      }
      // Another tab may have kept one in the meantime, with which this one is compared, too.
      if (replaceKeptLog(kept, { key: key.text, checkpoint: note })) return;
    }
  }

  /** The key of the log; throws `KeyChanged` unless it is the one that this browser kept. */
  #logKey(): Promise<LogKey> {
    this.#key ??= this.#fetchKey();
    return this.#key;
  }

  async #fetchKey(): Promise<LogKey> {
    const text = await this.#text('public-key');
    const kept = readKeptLog();
    if (kept !== null && kept.key !== text.trim()) throw new KeyChanged();
    return readLogKey(text);
  }

  async #text(name: string): Promise<string> {
    return new TextDecoder().decode(await this.#fetchObject(name));
  }
}

/** The promise, with `LogExchanged` in the place of `NotProved`. */
function asExchanged<Value>(promise: Promise<Value>): Promise<Value> {
  return promise.catch((error: unknown) => {
    throw error instanceof NotProved ? new LogExchanged() : error;
  });
}
