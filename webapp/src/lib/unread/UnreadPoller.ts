import { ApiError } from '../api/errors';
import type { Attention } from './attention';
import { completed, type UnreadReading } from './unread';

/** What one poll brought: what the inboxes answered, and the failure of one that did not. */
export interface Poll {
  reading: UnreadReading;
  failure: unknown;
}

type Message =
  | { kind: 'reading'; at: number; reading: UnreadReading }
  /** What is known so far? */
  | { kind: 'ask' }
  /** Something changed. */
  | { kind: 'refresh' }
  /** The person signed out. */
  | { kind: 'left' };

/** As much of a BroadcastChannel as the poller needs. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

export interface PollerOptions {
  /** Whose messages: tabs of different people do not know each other. */
  userId: string;
  /** Milliseconds between two polls. */
  interval: number;
  poll: () => Promise<Poll>;
  onReading: (reading: UnreadReading) => void;
  /** The person signed out, here or in another tab. */
  onLeft: () => void;
  attention: Attention;
  /** Undefined where the browser has none: then every tab polls. */
  locks: Pick<LockManager, 'request'> | undefined;
  openChannel: (name: string) => Channel;
}

/** The longest pause after failures, in milliseconds. */
const longestBackoff = 600_000;
/** The portal answers within this time, in milliseconds, or the connection is lost; the gateway allows 30 s. */
const patience = 31_000;
/** What a timer can wait; beyond it fires at once. */
const longestWait = 2 ** 31 - 1;

/**
 * Asks what is unread, one tab for all of the person's tabs: a Web Lock elects it among those that have attention, and
 * a channel tells the others.
 *
 * Times are of the wall clock: a timer stands still while the machine sleeps, so every look compares times.
 */
export class UnreadPoller {
  readonly #options: PollerOptions;
  readonly #name: string;
  readonly #channel: Channel;
  readonly #leaveAttention: () => void;
  /** Candidate for, or holder of, the lock; aborted to give it up. */
  #candidacy: AbortController | undefined;
  #isLeading = false;
  #isPolling = false;
  /** When something changed about which no poll has told yet. */
  #changedAt: number | undefined;
  #hasStopped = false;
  #known: { at: number; reading: UnreadReading } | undefined;
  /** From when the pause counts. */
  #since = Number.NEGATIVE_INFINITY;
  #pause: number;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#pause = options.interval;
    this.#name = `saguaro.unread.${options.userId}`;
    this.#channel = options.openChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#heard(data);
    this.#leaveAttention = options.attention.subscribe(() => this.#look());
    this.#say({ kind: 'ask' });
    this.#look();
  }

  get #isOutOfDate(): boolean {
    return this.#changedAt !== undefined;
  }

  /** Something changed: what is known is out of date in every tab. */
  refresh(): void {
    this.#say({ kind: 'refresh' });
    this.#noteChange();
  }

  /** The person signs out: nobody polls any more, and nothing is known. */
  leave(): void {
    this.#say({ kind: 'left' });
    this.#forget();
  }

  /** Ends the polling of this tab; another one takes over. */
  stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.#leaveAttention();
    this.#resign();
    this.#channel.onmessage = null;
    this.#channel.close();
  }

  #say(message: Message): void {
    if (!this.#hasStopped) this.#channel.postMessage(message);
  }

  #heard(message: Message): void {
    switch (message.kind) {
      case 'reading':
        this.#hearReading(message.at, message.reading);
        break;
      case 'ask':
        if (this.#isLeading && !this.#isOutOfDate && this.#known)
          this.#say({ kind: 'reading', ...this.#known });
        break;
      case 'refresh':
        this.#noteChange();
        break;
      case 'left':
        this.#forget();
        break;
    }
  }

  #hearReading(at: number, reading: UnreadReading): void {
    const now = Date.now();
    // Asked for before the change; unless the clock was put back, the next one is on its way.
    if (this.#changedAt !== undefined && at < this.#changedAt && this.#changedAt <= now) return;
    this.#changedAt = undefined;
    this.#learn(at, reading);
    this.#plan();
  }

  #forget(): void {
    this.stop();
    this.#options.onLeft();
  }

  #noteChange(): void {
    this.#changedAt = Date.now();
    this.#plan();
  }

  #look(): void {
    if (this.#options.attention.isGiven()) this.#stand();
    else this.#resign();
    this.#plan();
  }

  #stand(): void {
    if (this.#candidacy) return;
    const candidacy = new AbortController();
    const { signal } = candidacy;
    this.#candidacy = candidacy;
    // What failed while nobody looked is no reason to wait now.
    this.#since = this.#known?.at ?? Number.NEGATIVE_INFINITY;
    this.#pause = this.#options.interval;

    const lead = () => {
      this.#isLeading = true;
      this.#plan();
    };
    const { locks } = this.#options;
    if (!locks) {
      lead();
      return;
    }
    const hold = () =>
      new Promise<void>((resolve) => {
        // Given up in the moment in which it was granted.
        if (signal.aborted) {
          resolve();
          return;
        }
        signal.addEventListener('abort', () => resolve(), { once: true });
        lead();
      });
    locks.request(this.#name, { signal }, hold).catch(() => {
      // Forbidden here, as in a page without storage: as good as none.
      if (!signal.aborted) lead();
    });
  }

  #resign(): void {
    this.#candidacy?.abort();
    this.#candidacy = undefined;
    this.#isLeading = false;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (!this.#isLeading || this.#isPolling) return;
    const elapsed = Date.now() - this.#since;
    // The clock was put back, so that nobody knows how long ago it was.
    const isDue = this.#isOutOfDate || elapsed < 0 || elapsed >= this.#pause;
    const wait = isDue ? 0 : Math.min(this.#pause - elapsed, longestWait);
    this.#timer = setTimeout(() => void this.#poll(), wait);
  }

  async #poll(): Promise<void> {
    const candidacy = this.#candidacy;
    const at = Date.now();
    this.#isPolling = true;
    this.#changedAt = undefined;
    const { reading, failure } = await inTime(this.#options.poll());
    this.#isPolling = false;
    if (this.#candidacy !== candidacy) {
      // Another tab may know something newer by now.
      this.#changedAt ??= at;
    } else if (failure instanceof ApiError && failure.status === 401) {
      this.stop();
    } else if (!this.#isOutOfDate) {
      this.#share(at, reading);
      if (failure === undefined) this.#failures = 0;
      else this.#backOff(failure);
    }
    this.#plan();
  }

  #share(at: number, reading: UnreadReading): void {
    if (!reading.portal && !reading.agency) return;
    this.#learn(at, reading);
    this.#say({ kind: 'reading', at, reading });
  }

  #learn(at: number, reading: UnreadReading): void {
    this.#known = { at, reading: completed(this.#known?.reading, reading) };
    this.#since = at;
    this.#pause = this.#options.interval;
    this.#options.onReading(reading);
  }

  #backOff(failure: unknown): void {
    const { interval } = this.#options;
    this.#failures += 1;
    const full = Math.min(interval * 2 ** this.#failures, Math.max(longestBackoff, interval));
    // Tabs of many people must not come back all at once.
    const jittered = full / 2 + (Math.random() * full) / 2;
    const asked = failure instanceof ApiError ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
    this.#since = Date.now();
    this.#pause = Math.max(jittered, asked);
  }
}

/** What the poll brings, or a failure when it takes too long: a lost connection can keep a request for minutes. */
async function inTime(poll: Promise<Poll>): Promise<Poll> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Poll>((resolve) => {
    const failure = new ApiError(0, 'network', 'no answer in time');
    timer = setTimeout(
      () => resolve({ reading: { portal: undefined, agency: undefined }, failure }),
      patience,
    );
  });
  try {
    return await Promise.race([poll, late]);
  } finally {
    clearTimeout(timer);
  }
}
