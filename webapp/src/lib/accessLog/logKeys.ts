import {
  type Checkpoint,
  type LogKey,
  parseSize,
  readCheckpoint,
  readLogKey,
  readNote,
} from '@/lib/accessLog/checkpoint';
import { NotProved } from '@/lib/accessLog/notProved';

const KIND = 'key change';

/** A key of the log, and the smallest log size that it signs. */
interface SigningKey {
  readonly size: number;
  readonly key: LogKey;
}

/** The keys of a log, oldest first. Each was announced in a note signed with the previous key. */
export class LogKeys {
  readonly #signing: readonly [SigningKey, ...SigningKey[]];

  private constructor(signing: readonly [SigningKey, ...SigningKey[]]) {
    this.#signing = signing;
  }

  /** Starts with the first key of a log. */
  static begin(first: LogKey): LogKeys {
    return new LogKeys([{ size: 0, key: first }]);
  }

  get count(): number {
    return this.#signing.length;
  }

  get newest(): LogKey {
    return this.#last.key;
  }

  /** Returns the key that signs the checkpoint of a log of this size. */
  getKey(size: number): LogKey {
    return (this.#signing.findLast((each) => each.size <= size) ?? this.#signing[0]).key;
  }

  /** Returns the keys up to the one with this text; null if there is no such key. */
  getKeysUntil(text: string): LogKeys | null {
    const place = this.#signing.findIndex(({ key }) => key.text === text);
    const [first, ...later] = this.#signing;
    return place < 0 ? null : new LogKeys([first, ...later.slice(0, place)]);
  }

  /**
   * Adds the key of the next change. Its note has four lines: name, kind, size and key.
   *
   * Throws `NotProved` unless the newest key signed the note, the size does not decrease, and the key is new.
   */
  async follow(note: string): Promise<LogKeys> {
    const [name, kind, size = '', text = '', ...rest] = (await readNote(note, this.newest)).split('\n');
    const key = await readLogKey(text);
    const change = { size: parseSize(size), key };
    const canFollow =
      name === key.name &&
      key.name === this.newest.name &&
      kind === KIND &&
      key.text === text &&
      rest.length === 1 &&
      rest[0] === '' &&
      change.size >= this.#last.size &&
      this.getKeysUntil(text) === null;
    if (!canFollow) throw new NotProved();
    return new LogKeys([...this.#signing, change]);
  }

  /** Returns the checkpoint in a note; throws `NotProved` unless the key for its size signed it. */
  async readCheckpoint(note: string): Promise<Checkpoint> {
    // The size chooses the key, whose signature then confirms the size.
    return readCheckpoint(note, this.getKey(parseSize(note.split('\n')[1] ?? '')));
  }

  get #last(): SigningKey {
    return this.#signing.at(-1) ?? this.#signing[0];
  }
}
