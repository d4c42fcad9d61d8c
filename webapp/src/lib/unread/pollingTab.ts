import { useCallback, useSyncExternalStore } from 'react';
import type { Middleware } from 'swr';
import { ApiError, CancelledError } from '../api/errors';
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

/** As much of a BroadcastChannel as a tab needs. */
export type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

export interface PollingTabOptions {
  /** Whose messages: tabs of different people do not know each other. */
  userId: string;
  /** Milliseconds between two polls. */
  interval: number;
  poll: () => Promise<Poll>;
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
 * Says when this tab asks what is unread, one tab for all of the person's tabs: a Web Lock elects it among those that
 * have attention, and a channel tells the others. SWR does the asking (`inOneTab`).
 *
 * Times are of the wall clock: a timer stands still while the machine sleeps, so every look compares times.
 */
export class PollingTab {
  readonly #options: PollingTabOptions;
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  #channel: Channel | undefined;
  #show: (reading: UnreadReading | undefined) => void = () => undefined;
  #leaveAttention: () => void = () => undefined;
  /** Candidate for, or holder of, the lock; aborted to give it up. */
  #candidacy: AbortController | undefined;
  #isLeading = false;
  #isPolling = false;
  /** When something changed about which no poll has told yet. */
  #changedAt: number | undefined;
  #known: { at: number; reading: UnreadReading } | undefined;
  /** From when the pause counts. */
  #since = Number.NEGATIVE_INFINITY;
  #pause: number;
  #failures = 0;

  constructor(options: PollingTabOptions) {
    this.#options = options;
    this.#pause = options.interval;
    this.#name = `saguaro.unread.${options.userId}`;
  }

  get #isOutOfDate(): boolean {
    return this.#changedAt !== undefined;
  }

  /**
   * Takes part until `stop`.
   *
   * @param show is told what another tab has found; undefined when the person signed out, here or there
   */
  start(show: (reading: UnreadReading | undefined) => void): void {
    this.#show = show;
    this.#channel = this.#options.openChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#heard(data);
    this.#leaveAttention = this.#options.attention.subscribe(() => this.#look());
    this.#say({ kind: 'ask' });
    this.#look();
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
    this.#leaveAttention();
    this.#resign();
    this.#channel?.close();
    this.#channel = undefined;
    this.#show = () => undefined;
    this.#notify();
  }

  /** Calls the listener when `dueAt` may be another one. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** When this tab polls next; null when another one does, or nobody. */
  readonly dueAt = (): number | null => {
    if (!this.#isLeading) return null;
    return this.#isOutOfDate ? Number.NEGATIVE_INFINITY : this.#since + this.#pause;
  };

  /** Whether this tab has to poll now. */
  readonly isDue = (): boolean => {
    const dueAt = this.dueAt();
    const now = Date.now();
    // The clock was put back, so that nobody knows how long ago it was.
    return dueAt !== null && (dueAt <= now || now < this.#since);
  };

  /** Polls until nothing has changed meanwhile, and answers what is known then; throws when it is no longer its turn. */
  readonly poll = async (): Promise<UnreadReading | undefined> => {
    this.#isPolling = true;
    try {
      while (!(await this.#isPolled()));
    } finally {
      this.#isPolling = false;
    }
    return this.#known?.reading;
  };

  /** Polls once; answers whether what it brought still counts. */
  async #isPolled(): Promise<boolean> {
    const candidacy = this.#candidacy;
    const at = Date.now();
    this.#changedAt = undefined;
    const { reading, failure } = await inTime(this.#options.poll());
    if (this.#candidacy !== candidacy) {
      // Another tab may know something newer by now.
      this.#changedAt ??= at;
      if (this.#isLeading) return false;
      this.#show(this.#known?.reading);
      throw new CancelledError();
    }
    if (failure instanceof ApiError && failure.status === 401) {
      this.stop();
      throw failure;
    }
    if (this.#isOutOfDate) return false;
    if (reading.portal ?? reading.agency) {
      this.#learn(at, reading);
      this.#say({ kind: 'reading', at, reading });
    }
    if (failure === undefined) this.#failures = 0;
    else this.#backOff(failure);
    this.#notify();
    return true;
  }

  #say(message: Message): void {
    this.#channel?.postMessage(message);
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
    // What a poll under way brings is newer.
    if (!this.#isPolling) this.#show(this.#known?.reading);
    this.#notify();
  }

  #forget(): void {
    this.#show(undefined);
    this.stop();
  }

  #noteChange(): void {
    this.#changedAt = Date.now();
    this.#notify();
  }

  #look(): void {
    if (this.#options.attention.isGiven()) this.#stand();
    else this.#resign();
    // The timer stood still while the machine slept.
    if (this.isDue()) this.#since = Number.NEGATIVE_INFINITY;
    this.#notify();
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
      this.#notify();
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
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #learn(at: number, reading: UnreadReading): void {
    this.#known = { at, reading: completed(this.#known?.reading, reading) };
    this.#since = at;
    this.#pause = this.#options.interval;
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

/** SWR polls whenever it is this tab's turn, and keeps still while it is another one's. */
export const inOneTab =
  (tab: PollingTab): Middleware =>
  (useNext) =>
  (key, fetcher, configuration) => {
    const dueAt = useSyncExternalStore(tab.subscribe, tab.dueAt);
    const wait = useCallback(() => Math.min(Math.max((dueAt ?? 0) - Date.now(), 1), longestWait), [dueAt]);
    return useNext(key, fetcher, {
      ...configuration,
      refreshInterval: dueAt === null ? 0 : wait,
      isPaused: () => !tab.isDue(),
      // Whether anybody looks, and the portal can be reached, is the tab's to say; a poll under way is joined.
      refreshWhenHidden: true,
      refreshWhenOffline: true,
      dedupingInterval: 0,
      revalidateOnMount: false,
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
    });
  };

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
