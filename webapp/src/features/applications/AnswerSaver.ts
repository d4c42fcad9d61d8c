import type { Owed } from './api';
import { sameAnswers, withChanges, type Answers } from './form';

/** What the portal has. */
export interface Kept {
  answers: Answers;
  revision: number;
  savedAt: string;
  /** The fees for the answers; a draft of this device does not have them. */
  owed?: Owed;
}

/** How it stands with saving. */
export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  /** It did not work and is tried again by itself. */
  | { kind: 'retrying'; error: unknown }
  /** The portal does not take it; trying the same again would be no use. */
  | { kind: 'refused'; error: unknown };

interface SaverOptions {
  kept: Kept;
  /** Saves the answers on top of what is kept; returns the portal's answers, others when somebody else changed them. */
  send: (answers: Answers, kept: Kept) => Promise<Kept>;
  /** Whether trying the same again later can help. */
  isWorthRepeating: (error: unknown) => boolean;
}

/** How long nothing must be typed before it is saved. */
export const pauseMilliseconds = 1_200;
/** How long to wait after one failure, after two and so on. */
export const retryMilliseconds = [3_000, 6_000, 15_000, 30_000] as const;

/**
 * Saves answers as they are typed: one call at a time, the latest answers always last. What fails is tried again until
 * it works; what is refused waits for the person. Answers that somebody else changed are loaded, under what is typed
 * here and not saved yet.
 */
export class AnswerSaver {
  #kept: Kept;
  #wanted: Answers;
  #state: SaveState = { kind: 'saved' };
  #failures = 0;
  #reloads = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> | null = null;
  #isClosed = false;
  readonly #listeners = new Set<() => void>();
  readonly #options: Omit<SaverOptions, 'kept'>;

  constructor({ kept, ...options }: SaverOptions) {
    this.#kept = kept;
    this.#wanted = kept.answers;
    this.#options = options;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** What the portal has, as far as this page knows. */
  get kept(): Kept {
    return this.#kept;
  }

  /** The answers to save: what is typed, on top of the newest answers. */
  get wanted(): Answers {
    return this.#wanted;
  }

  /** The number of times that answers of somebody else were loaded. */
  get reloads(): number {
    return this.#reloads;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get #isBehind(): boolean {
    return !sameAnswers(this.#wanted, this.#kept.answers);
  }

  /** Takes the answers as they are now. */
  change(answers: Answers): void {
    this.#wanted = answers;
    if (!this.#isBehind && !this.#work) {
      clearTimeout(this.#timer);
      this.#show({ kind: 'saved' });
      return;
    }
    // Whoever types while it fails sees that it fails.
    if (this.#state.kind !== 'retrying' && this.#state.kind !== 'saving') this.#show({ kind: 'waiting' });
    if (!this.#work) this.#schedule(pauseMilliseconds);
  }

  /** Saves now what is not saved; returns true when the portal has everything as this page shows it. */
  async flush(): Promise<boolean> {
    const reloads = this.#reloads;
    clearTimeout(this.#timer);
    while (this.#work) await this.#work.catch(() => undefined);
    clearTimeout(this.#timer);
    if (this.#isBehind) await this.#alone(() => this.#attempt());
    return !this.#isBehind && reloads === this.#reloads;
  }

  /** Does something else that changes the revision, while nothing is being saved. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    while (this.#work) await this.#work.catch(() => undefined);
    try {
      return await this.#alone(work);
    } finally {
      if (this.#isBehind) this.#schedule(pauseMilliseconds);
    }
  }

  /** Takes the answers that the portal has now; what is typed and not saved yet stays. */
  meet(current: Kept, sent = this.#wanted): void {
    const before = sameAnswers(current.answers, sent) ? sent : this.#kept.answers;
    if (!sameAnswers(current.answers, before)) this.#reloads += 1;
    this.#wanted = withChanges(current.answers, before, this.#wanted);
    this.#kept = current;
    this.#show({ kind: this.#isBehind ? 'waiting' : 'saved' });
    if (this.#isBehind) this.#schedule(pauseMilliseconds);
  }

  /** Stops trying. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #show(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.flush(), milliseconds);
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#work = running;
    try {
      return await running;
    } finally {
      this.#work = null;
    }
  }

  async #attempt(): Promise<void> {
    const sent = this.#wanted;
    if (this.#state.kind !== 'retrying') this.#show({ kind: 'saving' });
    try {
      this.meet(await this.#options.send(sent, this.#kept), sent);
      this.#failures = 0;
    } catch (error) {
      if (this.#options.isWorthRepeating(error)) {
        this.#schedule(retryMilliseconds[this.#failures] ?? 30_000);
        this.#failures += 1;
        this.#show({ kind: 'retrying', error });
      } else this.#show({ kind: 'refused', error });
    }
  }
}
