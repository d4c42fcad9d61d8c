import type { components } from '@/generated/openapi';
import { type Bytes, parseBase64, parseHexadecimal, joinBytes } from '@/lib/accessLog/bytes';
import { type Checkpoint, readLogKey } from '@/lib/accessLog/checkpoint';
import { type StoredLog, readStoredLog, replaceStoredLog } from '@/lib/accessLog/storedLog';
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

/** Fetches an object of the log; throws `NotThere` if it does not exist, and any error of the request. */
export type FetchObject = (name: string) => Promise<Bytes>;

/** The log has no such object. */
export class NotThere extends Error {
  override name = 'NotThere';
}

/** Without the right to list a bucket, S3 answers 403 for an object that it does not have. */
const absentStatuses: ReadonlySet<number> = new Set([403, 404]);

/** Returns true for objects that may change or appear later; all others are immutable. */
const isChanging = (name: string) => /^(public-key|checkpoint|key-changes\/.*)$/.test(name);

/** Fetches a published object of the log. */
export async function fetchObject(name: string): Promise<Bytes> {
  const answer = await fetch(`${ADDRESS}/${name}`, isChanging(name) ? { cache: 'no-store' } : {});
  if (absentStatuses.has(answer.status)) throw new NotThere(name);
  if (!answer.ok) throw new Error(`The sealed log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A checkpoint, with the size that the browser stored before. */
interface Compared {
  readonly checkpoint: Checkpoint;
  readonly storedSize: number;
}

/**
 * Checks the sealed access log: with the stored key or its signed successors, and as a continuation of the stored
 * checkpoint. A browser that has stored nothing trusts the first log.
 */
export class SealedLog {
  readonly #fetchObject: FetchObject;
  readonly #checkpoints = new Map<number, Promise<Checkpoint>>();
  #keys: Promise<LogKeys> | undefined;
  #opened: Promise<Compared> | undefined;

  /** Takes the function that fetches the objects of the log. */
  constructor(fetchOne: FetchObject = fetchObject) {
    this.#fetchObject = fetchOne;
  }

  /** Fetches the newest checkpoint. */
  async newest(): Promise<Checkpoint> {
    return this.read(await this.#text('checkpoint'));
  }

  /** Reads a checkpoint that a person kept. */
  async read(note: string): Promise<Checkpoint> {
    return this.#withKeys((keys) => keys.readCheckpoint(note));
  }

  /**
   * Compares the newest checkpoint with the stored one, and stores the longer one.
   *
   * Throws `KeyChanged`, `LogExchanged`, `LogBehind`, or `NotProved` for an object that the keys of the log did not
   * sign.
   */
  async open(): Promise<void> {
    const { checkpoint: newest, storedSize } = await this.#open();
    if (newest.size < storedSize) throw new LogBehind();
  }

  /**
   * Verifies a proof and returns its record exactly as sealed.
   *
   * Throws the errors of `open`, and `NotProved` unless the record is in the log. The portal publishes the newest
   * checkpoint a moment after the others: `LogBehind` means that the checkpoint of the proof is older than the stored
   * one, too.
   */
  async verify(proof: AccessProof): Promise<unknown> {
    const { checkpoint: newest, storedSize } = await this.#open();
    const checkpoint = await this.#getCheckpoint(proof.treeSize);
    const salted = joinBytes(parseHexadecimal(proof.salt), new TextEncoder().encode(proof.record));
    let path;
    try {
      path = proof.auditPath.map(parseBase64);
    } catch {
      throw new NotProved();
    }
    await verifyInclusion(proof.leafIndex, checkpoint.size, await hashLeaf(salted), path, checkpoint.root);
    if (Math.max(newest.size, checkpoint.size) < storedSize) throw new LogBehind();
    return JSON.parse(proof.record) as unknown;
  }

  /** Throws `NotProved` unless the newer log begins with the whole older one. */
  async verifyGrowth(older: Checkpoint, newer: Checkpoint): Promise<void> {
    const isProvedByTiles = older.size > 0 && older.size < newer.size;
    const path = isProvedByTiles ? await buildConsistencyPath(older.size, newer.size, this.#fetchObject) : [];
    await verifyConsistency(older, newer, path);
  }

  #open(): Promise<Compared> {
    this.#opened ??= this.#fetchAndCompare('checkpoint');
    return this.#opened;
  }

  /** Returns the checkpoint of a log of this size. */
  #getCheckpoint(size: number): Promise<Checkpoint> {
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
    return this.#withKeys((keys) => this.#compareWithStored(note, keys));
  }

  /**
   * Throws `KeyChanged` or `LogExchanged` unless a checkpoint and the stored one are of the same log, and stores the
   * longer one with the newest key.
   *
   * All checkpoints are compared with one, so the portal cannot make a separate log for one person, one entry or one
   * tab.
   */
  async #compareWithStored(note: string, keys: LogKeys): Promise<Compared> {
    for (;;) {
      const stored = readStoredLog();
      const before = stored === null ? null : await readStoredCheckpoint(stored, keys);
      const checkpoint = await keys.readCheckpoint(note);
      const isLonger = before === null || checkpoint.size > before.size;
      if (before !== null) {
        const [older, newer] = isLonger ? [before, checkpoint] : [checkpoint, before];
        await throwAsExchanged(this.verifyGrowth(older, newer));
      }
      const log = {
        key: keys.newest.text,
        checkpoint: stored === null || isLonger ? note : stored.checkpoint,
      };
      // Another tab may have stored one in the meantime; compare with that one, too.
      if (replaceStoredLog(stored, log)) return { checkpoint, storedSize: before?.size ?? 0 };
    }
  }

  /**
   * Runs a check with the keys of the log, and again with the current keys if the log changed its key since they were
   * fetched.
   */
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

  /** Fetches the keys of the log; throws `KeyChanged` if a change is unsigned and this browser has stored a key. */
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
 * Reads the stored checkpoint with the keys of its time.
 *
 * Throws `KeyChanged` unless the stored key belongs to the log, and changed only after that checkpoint.
 */
async function readStoredCheckpoint(stored: StoredLog, keys: LogKeys): Promise<Checkpoint> {
  const storedKeys = keys.getKeysUntil(stored.key);
  if (storedKeys === null) throw new KeyChanged();
  const checkpoint = await throwAsExchanged(storedKeys.readCheckpoint(stored.checkpoint));
  if (keys.getKey(checkpoint.size) !== storedKeys.getKey(checkpoint.size)) throw new KeyChanged();
  return checkpoint;
}

/** Returns the promise, with `LogExchanged` instead of `NotProved`. */
function throwAsExchanged<Value>(promise: Promise<Value>): Promise<Value> {
  return promise.catch((error: unknown) => {
    throw error instanceof NotProved ? new LogExchanged() : error;
  });
}
