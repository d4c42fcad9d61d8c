import type { components } from '@/generated/openapi';
import { type Bytes, parseBase64, parseHexadecimal, joinBytes } from '@/lib/accessLog/bytes';
import { type Checkpoint, readLogKey } from '@/lib/accessLog/checkpoint';
import { type StoredLog, readStoredLog, replaceStoredLog } from '@/lib/accessLog/keptLog';
import { LogKeys } from '@/lib/accessLog/logKeys';
import {
  buildConsistencyPath,
  hashLeaf,
  verifyConsistency,
  verifyInclusion,
} from '@/lib/accessLog/merkleTree';
import { KeyChanged, LogBehind, LogExchanged, NotProved } from '@/lib/accessLog/notProved';

const ADDRESS = '/.well-known/access-log';

/** The portal's proof that a record is in the sealed log, for the browser to check. */
export type AccessProof = components['schemas']['AccessProof'];

/** Fetches an object of the log; throws `NotThere` for one that does not exist, and where it cannot be had. */
export type FetchObject = (name: string) => Promise<Bytes>;

/** The log has no such object. */
export class NotThere extends Error {
  override name = 'NotThere';
}

/** Without the right to list a bucket, S3 answers 403 for an object that it does not have. */
const absentStatuses: ReadonlySet<number> = new Set([403, 404]);

/** The objects that change, or appear; all others stay as they were written. */
const isChanging = (name: string) => /^(public-key|checkpoint|key-changes\/.*)$/.test(name);

/** An object of the log as the portal publishes it. */
export async function fetchObject(name: string): Promise<Bytes> {
  const answer = await fetch(`${ADDRESS}/${name}`, isChanging(name) ? { cache: 'no-store' } : {});
  if (absentStatuses.has(answer.status)) throw new NotThere(name);
  if (!answer.ok) throw new Error(`The sealed log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A checkpoint, beside the size that the browser kept before it. */
interface Compared {
  readonly checkpoint: Checkpoint;
  readonly keptSize: number;
}

/**
 * The sealed access log, as this browser checks it: with the key that it kept or those to which that one was changed,
 * and as a continuation of the checkpoint that it kept. Before the first look it keeps nothing and trusts what it is shown.
 */
export class SealedLog {
  readonly #fetchObject: FetchObject;
  readonly #checkpoints = new Map<number, Promise<Checkpoint>>();
  #keys: Promise<LogKeys> | undefined;
  #opened: Promise<Compared> | undefined;

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
    return this.#withKeys((keys) => keys.readCheckpoint(note));
  }

  /**
   * Compares the newest checkpoint with the one that this browser kept, and keeps the longer one.
   *
   * Throws `KeyChanged`, `LogExchanged`, `LogBehind`, or `NotProved` for what the keys of the log did not sign.
   */
  async open(): Promise<void> {
    const { checkpoint: newest, keptSize } = await this.#open();
    if (newest.size < keptSize) throw new LogBehind();
  }

  /**
   * Answers with the record of a proof, word for word as sealed.
   *
   * Throws as `open` does, and `NotProved` unless the record is in the log. The portal publishes the newest checkpoint
   * a moment after the others: `LogBehind` means that the checkpoint of the proof is older than the kept one, too.
   */
  async verify(proof: AccessProof): Promise<unknown> {
    const { checkpoint: newest, keptSize } = await this.#open();
    const checkpoint = await this.#checkpointOf(proof.treeSize);
    const salted = joinBytes(parseHexadecimal(proof.salt), new TextEncoder().encode(proof.record));
    let path;
    try {
      path = proof.auditPath.map(parseBase64);
    } catch {
      throw new NotProved();
    }
    await verifyInclusion(proof.leafIndex, checkpoint.size, await hashLeaf(salted), path, checkpoint.root);
    if (Math.max(newest.size, checkpoint.size) < keptSize) throw new LogBehind();
    return JSON.parse(proof.record) as unknown;
  }

  /** Throws `NotProved` unless the log of a newer checkpoint begins with all that is in an older one. */
  async verifyGrowth(older: Checkpoint, newer: Checkpoint): Promise<void> {
    const isProvedByTiles = older.size > 0 && older.size < newer.size;
    const path = isProvedByTiles ? await buildConsistencyPath(older.size, newer.size, this.#fetchObject) : [];
    await verifyConsistency(older, newer, path);
  }

  #open(): Promise<Compared> {
    this.#opened ??= this.#fetchAndCompare('checkpoint');
    return this.#opened;
  }

  /** The checkpoint of so many leaves. */
  #checkpointOf(size: number): Promise<Checkpoint> {
    const known = this.#checkpoints.get(size) ?? this.#fetchCheckpoint(size);
    this.#checkpoints.set(size, known);
    return known;
  }

  async #fetchCheckpoint(size: number): Promise<Checkpoint> {
    const { checkpoint } = await this.#fetchAndCompare(`checkpoints/${size}`);
    if (checkpoint.size !== size) throw new NotProved();
    return checkpoint;
  }

  async #fetchAndCompare(name: string): Promise<Compared> {
    const note = await this.#text(name);
    return this.#withKeys((keys) => this.#compareWithKept(note, keys));
  }

  /**
   * Throws `KeyChanged` or `LogExchanged` unless a checkpoint and the kept one are of the same log, and keeps the longer
   * one with the newest key.
   *
   * All checkpoints are compared with one, so no log is made for one person, one entry or one tab alone.
   */
  async #compareWithKept(note: string, keys: LogKeys): Promise<Compared> {
    for (;;) {
      const kept = readStoredLog();
      const before = kept === null ? null : await readStoredCheckpoint(kept, keys);
      const checkpoint = await keys.readCheckpoint(note);
      const isLonger = before === null || checkpoint.size > before.size;
      if (before !== null) {
        const [older, newer] = isLonger ? [before, checkpoint] : [checkpoint, before];
        await throwAsExchanged(this.verifyGrowth(older, newer));
      }
      const log = { key: keys.newest.text, checkpoint: kept === null || isLonger ? note : kept.checkpoint };
      // Another tab may have kept one in the meantime, with which this one is compared, too.
      if (replaceStoredLog(kept, log)) return { checkpoint, keptSize: before?.size ?? 0 };
    }
  }

  /** Checks with the keys of the log, and again with those of now if the log changed its key since they were fetched. */
  async #withKeys<Value>(check: (keys: LogKeys) => Promise<Value>): Promise<Value> {
    this.#keys ??= this.#fetchKeys();
    const known = await this.#keys;
    try {
      return await check(known);
    } catch (error) {
      if (!(error instanceof NotProved)) throw error;
      const now = await this.#fetchKeys().catch((later: unknown) => {
        throw later instanceof NotProved ? later : error;
      });
      if (now.count <= known.count) throw error;
      this.#keys = Promise.resolve(now);
      return check(now);
    }
  }

  /** The keys of the log; throws `KeyChanged` if one did not sign the change to the next, and one was kept. */
  async #fetchKeys(): Promise<LogKeys> {
    try {
      let keys = LogKeys.begin(await readLogKey(await this.#text('public-key')));
      for (;;) {
        const note = await this.#findText(`key-changes/${keys.count}`);
        if (note === null) return keys;
        keys = await keys.follow(note);
      }
    } catch (error) {
      throw error instanceof NotProved && readStoredLog() !== null ? new KeyChanged() : error;
    }
  }

  async #findText(name: string): Promise<string | null> {
    try {
      return await this.#text(name);
    } catch (error) {
      if (error instanceof NotThere) return null;
      throw error;
    }
  }

  async #text(name: string): Promise<string> {
    return new TextDecoder().decode(await this.#fetchObject(name));
  }
}

/**
 * The kept checkpoint, under the keys of the time when it was kept.
 *
 * Throws `KeyChanged` unless the kept key is one of the log that was changed after that checkpoint, if at all.
 */
async function readStoredCheckpoint(kept: StoredLog, keys: LogKeys): Promise<Checkpoint> {
  const keptKeys = keys.getKeysUntil(kept.key);
  if (keptKeys === null) throw new KeyChanged();
  const checkpoint = await throwAsExchanged(keptKeys.readCheckpoint(kept.checkpoint));
  if (keys.getKey(checkpoint.size) !== keptKeys.getKey(checkpoint.size)) throw new KeyChanged();
  return checkpoint;
}

/** The promise, with `LogExchanged` in the place of `NotProved`. */
function throwAsExchanged<Value>(promise: Promise<Value>): Promise<Value> {
  return promise.catch((error: unknown) => {
    throw error instanceof NotProved ? new LogExchanged() : error;
  });
}
