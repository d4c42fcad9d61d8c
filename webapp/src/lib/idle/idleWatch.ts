import { idleTimes, getLastActivity, lastActivityKey, storeActivity } from './lastActivity';

/** The state of the watch: the person is active, has some seconds left, or is gone. */
export type IdleState =
  { kind: 'active' } | { kind: 'countdown'; secondsLeft: number } | { kind: 'timedOut'; idleFor: number };

interface IdleOptions {
  /** Seconds without activity until the countdown. */
  idleSeconds: number;
  onChange: (state: IdleState) => void;
  /** Called every two minutes until the time is up. */
  onPing: () => void;
}

/** The events that count as activity. */
const activityEvents = [
  'mousemove',
  'resize',
  'keydown',
  'touchstart',
  'pointerdown',
  'scroll',
  'wheel',
] as const;
/** The events after which a machine may have slept, or a tab been frozen. */
const wakeEvents = ['focus', 'pageshow', 'online'] as const;
const tickMilliseconds = 1_000;

/**
 * Watches one tab for activity by the wall clock: timers stop while the machine sleeps, so each check compares times
 * instead of counting ticks.
 *
 * The tabs share the time of the last activity. Once the countdown runs only `stay` ends it, in any tab.
 */
export class IdleWatch {
  readonly #options: IdleOptions;
  readonly #cleanup = new AbortController();
  readonly #ticks: ReturnType<typeof setInterval>;
  #state: IdleState = { kind: 'active' };
  #nextPing = Date.now() + idleTimes.ping;

  constructor(options: IdleOptions) {
    this.#options = options;
    if (getLastActivity() === null) storeActivity();
    const { signal } = this.#cleanup;
    for (const type of activityEvents) {
      window.addEventListener(type, () => this.#noticed(), { signal, passive: true, capture: true });
    }
    for (const type of wakeEvents) window.addEventListener(type, () => this.#look(), { signal });
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    window.addEventListener(
      'storage',
      ({ key }) => {
        if (key === lastActivityKey) this.#look();
      },
      { signal },
    );
    this.#ticks = setInterval(() => this.#look(), tickMilliseconds);
    this.#look();
  }

  /** Ends the countdown when the person wants to stay signed in. */
  stay(): void {
    if (this.#state.kind === 'timedOut') return;
    this.#look();
    if (this.#state.kind !== 'countdown') return;
    storeActivity();
    this.#look();
  }

  /** Ends the watch. */
  stop(): void {
    this.#cleanup.abort();
    clearInterval(this.#ticks);
  }

  #noticed(): void {
    const now = Date.now();
    // The first activity after a sleep precedes any tick; a late return must not extend the session.
    this.#look();
    if (this.#state.kind !== 'active') return;
    if (now - (getLastActivity(now) ?? 0) >= idleTimes.sensitivity) storeActivity(now);
  }

  #look(): void {
    if (this.#state.kind === 'timedOut') return;
    const now = Date.now();
    const idleFor = now - (getLastActivity(now) ?? now);
    const untilEnd = this.#options.idleSeconds * 1000 + idleTimes.countdown - idleFor;
    if (untilEnd <= 0) {
      this.stop();
      this.#show({ kind: 'timedOut', idleFor });
      return;
    }
    this.#show(
      untilEnd > idleTimes.countdown
        ? { kind: 'active' }
        : { kind: 'countdown', secondsLeft: Math.ceil(untilEnd / 1000) },
    );
    if (now >= this.#nextPing || this.#nextPing - now > idleTimes.ping) {
      this.#nextPing = now + idleTimes.ping;
      this.#options.onPing();
    }
  }

  #show(state: IdleState): void {
    const isSame =
      state.kind === this.#state.kind &&
      (state.kind !== 'countdown' ||
        this.#state.kind !== 'countdown' ||
        state.secondsLeft === this.#state.secondsLeft);
    this.#state = state;
    if (!isSame) this.#options.onChange(state);
  }
}
