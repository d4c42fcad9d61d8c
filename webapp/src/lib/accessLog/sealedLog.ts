import type { components } from '@/generated/openapi';
import { type Bytes, fromBase64, fromHexadecimal, joined } from '@/lib/accessLog/bytes';
import { type Checkpoint, type LogKey, readCheckpoint, readLogKey } from '@/lib/accessLog/checkpoint';
import { consistencyPath, leafHash, verifyConsistency, verifyInclusion } from '@/lib/accessLog/merkleTree';
import { NotProved } from '@/lib/accessLog/notProved';

const ADDRESS = '/.well-known/access-log';

/** What the portal answers with a record, so that a browser can check that it is in the sealed log. */
export type AccessProof = components['schemas']['AccessProof'];

/** Fetches an object of the log; throws where it cannot be had. */
export type FetchObject = (name: string) => Promise<Bytes>;

/** An object of the log as the portal publishes it. */
export async function fetchObject(name: string): Promise<Bytes> {
  const answer = await fetch(`${ADDRESS}/${name}`);
  if (!answer.ok) throw new Error(`The sealed log answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The sealed access log, as this browser checks it: what it fetched once, it compares everything else with. */
export class SealedLog {
  readonly #fetchObject: FetchObject;
  readonly #checkpoints = new Map<number, Promise<Checkpoint>>();
  #key: Promise<LogKey> | undefined;

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

  /** Throws `NotProved` unless the record of a proof is in the log; answers with the record, word for word as sealed. */
  async verify(proof: AccessProof): Promise<unknown> {
    const checkpoint = await this.#checkpointOf(proof.treeSize);
    const salted = joined(fromHexadecimal(proof.salt), new TextEncoder().encode(proof.record));
    let path;
    try {
      path = proof.auditPath.map(fromBase64);
    } catch {
      throw new NotProved();
    }
    await verifyInclusion(proof.leafIndex, checkpoint.size, await leafHash(salted), path, checkpoint.root);
    return JSON.parse(proof.record) as unknown;
  }

  /** Throws `NotProved` unless the log of a newer checkpoint begins with all that is in an older one. */
  async verifyGrowth(older: Checkpoint, newer: Checkpoint): Promise<void> {
    const isProvedByTiles = older.size > 0 && older.size < newer.size;
    const path = isProvedByTiles ? await consistencyPath(older.size, newer.size, this.#fetchObject) : [];
    await verifyConsistency(older, newer, path);
  }

  /** The checkpoint of so many leaves. The newest one was compared with it: no log is made for one person alone. */
  #checkpointOf(size: number): Promise<Checkpoint> {
    const known = this.#checkpoints.get(size) ?? this.#fetchCheckpoint(size);
    this.#checkpoints.set(size, known);
    return known;
  }

  async #fetchCheckpoint(size: number): Promise<Checkpoint> {
    const [checkpoint, newest] = await Promise.all([
      this.#text(`checkpoints/${size}`).then((note) => this.read(note)),
      this.newest(),
    ]);
    if (checkpoint.size !== size) throw new NotProved();
    // The newest one is published a moment after the others.
    if (newest.size >= size) await this.verifyGrowth(checkpoint, newest);
    else await this.verifyGrowth(newest, checkpoint);
    return checkpoint;
  }

  #logKey(): Promise<LogKey> {
    this.#key ??= this.#text('public-key').then(readLogKey);
    return this.#key;
  }

  async #text(name: string): Promise<string> {
    return new TextDecoder().decode(await this.#fetchObject(name));
  }
}
