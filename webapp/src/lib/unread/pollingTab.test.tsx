import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/errors';
import type { Attention } from './attention';
import { PollingTab, type Channel, type Poll, type PollingTabOptions } from './pollingTab';
import type { UnreadReading } from './unread';
import { usePolledUnread } from './usePolledUnread';

const second = 1_000;
const minute = 60 * second;
const interval = minute;
/** What a message takes to the other tabs, and a lock to be given. */
const moment = 5;

/** The tabs of one browser: its locks, its channels, and a portal that counts how often it was asked. */
class Browser {
  count = 0;
  hasUnread = false;
  polls = 0;
  /** What the portal takes to answer, in milliseconds. */
  delay = 10;
  failure: unknown;
  /** Only the agencies' inbox fails. */
  isHalf = false;
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #channels = new Map<string, Set<Channel>>();

  poll = async (): Promise<Poll> => {
    this.polls += 1;
    // The portal looks at once and the answer takes its time, so that it can be overtaken by a change.
    const { count, hasUnread, failure, isHalf } = this;
    await new Promise((resolve) => setTimeout(resolve, this.delay));
    const isSilent = failure !== undefined;
    return {
      reading: {
        portal: isSilent && !isHalf ? undefined : { count, atLeast: false, fingerprint: '' },
        agency: isSilent ? undefined : { hasUnread, fingerprint: '' },
      },
      failure,
    };
  };

  readonly locks = {
    request: async (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      await new Promise<void>((resolve, reject) => {
        const turn = () => resolve();
        signal.addEventListener('abort', () => {
          const place = queue.indexOf(turn);
          if (place > 0) {
            queue.splice(place, 1);
            reject(new DOMException('given up', 'AbortError'));
          }
        });
        queue.push(turn);
        if (queue.length === 1) setTimeout(turn, moment);
      });
      await hold();
      queue.shift();
      const [next] = queue;
      if (next) setTimeout(next, moment);
    },
  } as unknown as NonNullable<PollingTabOptions['locks']>;

  openChannel = (name: string): Channel => {
    const peers = this.#channels.get(name) ?? new Set<Channel>();
    this.#channels.set(name, peers);
    const channel: Channel = {
      onmessage: null,
      postMessage: (message: unknown) => {
        if (!peers.has(channel)) throw new DOMException('closed', 'InvalidStateError');
        const data: unknown = structuredClone(message);
        for (const peer of peers) {
          if (peer === channel) continue;
          const event = new MessageEvent('message', { data });
          setTimeout(() => void peer.onmessage?.call(peer as BroadcastChannel, event), moment);
        }
      },
      close: () => peers.delete(channel),
    };
    peers.add(channel);
    return channel;
  };
}

class FakeAttention implements Attention {
  #isGiven = true;
  readonly #listeners = new Set<() => void>();

  isGiven = () => this.#isGiven;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  give(isGiven: boolean): void {
    this.#isGiven = isGiven;
    for (const listener of this.#listeners) listener();
  }
}

let browser: Browser;
const opened: (() => void)[] = [];

interface Tab {
  known: UnreadReading | undefined;
  /** The counts that were to be seen, one after the other. */
  shown: number[];
  attention: FakeAttention;
  refresh: () => void;
  leave: () => void;
  close: () => void;
}

/** A tab of the browser, and what its bell shows. */
function openTab(changes: Partial<PollingTabOptions> = {}): Tab {
  const attention = new FakeAttention();
  const options: PollingTabOptions = {
    userId: 'rosa',
    interval,
    poll: browser.poll,
    attention,
    locks: browser.locks,
    openChannel: browser.openChannel,
    ...changes,
  };
  const polling = new PollingTab(options);
  const root = createRoot(document.createElement('div'));
  const tab: Tab = {
    known: undefined,
    shown: [],
    attention,
    refresh: () => polling.refresh(),
    leave: () => polling.leave(),
    close: () => root.unmount(),
  };
  function Bell() {
    const reading = usePolledUnread(options.userId, polling);
    useLayoutEffect(() => {
      tab.known = reading;
      if (reading?.portal) tab.shown.push(reading.portal.count);
    }, [reading]);
    return null;
  }
  const page = { provider: () => new Map() };
  flushSync(() =>
    root.render(
      <SWRConfig value={page}>
        <Bell />
      </SWRConfig>,
    ),
  );
  opened.push(tab.close);
  return tab;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Enough for a lock, a poll and its message. */
const settle = () => pass(100);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  browser = new Browser();
});

afterEach(() => {
  for (const close of opened.splice(0)) close();
  vi.useRealTimers();
});

describe('one tab', () => {
  it('asks at once and then at every interval', async () => {
    browser.count = 3;
    const tab = openTab();
    await settle();
    expect(tab.known).toEqual({
      portal: { count: 3, atLeast: false, fingerprint: '' },
      agency: { hasUnread: false, fingerprint: '' },
    });
    expect(browser.polls).toBe(1);
    browser.count = 4;
    await pass(interval - 200);
    expect(browser.polls).toBe(1);
    await pass(200);
    expect(browser.polls).toBe(2);
    expect(tab.known?.portal?.count).toBe(4);
    await pass(58 * minute);
    expect(browser.polls).toBe(60);
  });

  it('asks at once after a change', async () => {
    const tab = openTab();
    await settle();
    browser.count = 1;
    tab.refresh();
    await settle();
    expect(browser.polls).toBe(2);
    expect(tab.known?.portal?.count).toBe(1);
    await pass(interval - 200);
    expect(browser.polls).toBe(2);
  });

  it('never shows an answer that a change has overtaken', async () => {
    browser.count = 3;
    const tab = openTab();
    await pass(moment + 1);
    expect(browser.polls).toBe(1);
    browser.count = 2;
    tab.refresh();
    await settle();
    expect(browser.polls).toBe(2);
    expect(tab.shown).toEqual([2]);
  });

  it('is not confused by a clock that was put back', async () => {
    openTab();
    await settle();
    vi.setSystemTime(Date.now() - 60 * minute);
    await pass(interval);
    expect(browser.polls).toBe(2);
    await pass(interval);
    expect(browser.polls).toBe(3);
  });

  it('asks as soon as a machine that slept wakes up', async () => {
    const tab = openTab();
    await settle();
    vi.setSystemTime(Date.now() + 8 * 60 * minute);
    tab.attention.give(true);
    await settle();
    expect(browser.polls).toBe(2);
  });

  it('says nothing more once it has stopped', async () => {
    const tab = openTab();
    await settle();
    tab.close();
    tab.refresh();
    tab.close();
    await pass(10 * minute);
    expect(browser.polls).toBe(1);
  });
});

describe('attention', () => {
  it('is what polling needs; when it returns after an interval, it asks at once', async () => {
    const tab = openTab();
    await settle();
    tab.attention.give(false);
    await pass(10 * minute);
    expect(browser.polls).toBe(1);
    browser.count = 1;
    tab.attention.give(true);
    await settle();
    expect(browser.polls).toBe(2);
    expect(tab.known?.portal?.count).toBe(1);
  });

  it('that returns earlier waits for the rest of the interval', async () => {
    const tab = openTab();
    await settle();
    tab.attention.give(false);
    await pass(30 * second);
    tab.attention.give(true);
    await pass(29 * second);
    expect(browser.polls).toBe(1);
    await pass(second);
    expect(browser.polls).toBe(2);
  });

  it('can come and go at once and leave one leader', async () => {
    const tab = openTab();
    for (const isGiven of [false, true, false, true]) tab.attention.give(isGiven);
    await settle();
    const other = openTab();
    await pass(3 * interval);
    expect(browser.polls).toBe(4);
    expect(other.known).toEqual(tab.known);
  });

  it('asks for nothing while it was never given', async () => {
    const attention = new FakeAttention();
    attention.give(false);
    openTab({ attention });
    await pass(10 * minute);
    expect(browser.polls).toBe(0);
  });

  it('that is lost during a poll lets its answer go, and asks when it is back', async () => {
    browser.count = 5;
    const tab = openTab();
    await pass(moment + 1);
    tab.attention.give(false);
    await settle();
    expect(tab.shown).toEqual([]);
    tab.attention.give(true);
    await settle();
    expect(tab.known?.portal?.count).toBe(5);
    expect(browser.polls).toBe(2);
  });

  it('remembers a change of the time in which there was none', async () => {
    const tab = openTab();
    await settle();
    tab.attention.give(false);
    tab.refresh();
    await pass(second);
    expect(browser.polls).toBe(1);
    tab.attention.give(true);
    await settle();
    expect(browser.polls).toBe(2);
  });
});

describe('several tabs', () => {
  it('ask once for all', async () => {
    const [one, two, three] = [openTab(), openTab(), openTab()];
    await settle();
    expect(browser.polls).toBe(1);
    browser.count = 2;
    browser.hasUnread = true;
    await pass(interval);
    expect(browser.polls).toBe(2);
    for (const tab of [one, two, three]) {
      expect(tab.known).toEqual({
        portal: { count: 2, atLeast: false, fingerprint: '' },
        agency: { hasUnread: true, fingerprint: '' },
      });
    }
  });

  it('tell a new one what they know, without a poll', async () => {
    browser.count = 7;
    openTab();
    await pass(30 * second);
    const late = openTab();
    await settle();
    expect(late.known?.portal?.count).toBe(7);
    expect(browser.polls).toBe(1);
  });

  it('are all refreshed by a change in one, with one poll', async () => {
    browser.count = 1;
    const [one, two] = [openTab(), openTab()];
    await settle();
    browser.count = 0;
    two.refresh();
    await settle();
    expect(browser.polls).toBe(2);
    expect(one.known?.portal?.count).toBe(0);
    expect(two.known?.portal?.count).toBe(0);
  });

  it('hand the polling over when the leader is closed or hidden', async () => {
    const [one, two, three] = [openTab(), openTab(), openTab()];
    await settle();
    one.close();
    browser.count = 1;
    await pass(interval);
    expect(browser.polls).toBe(2);
    expect([two.known?.portal?.count, three.known?.portal?.count]).toEqual([1, 1]);
    two.attention.give(false);
    browser.count = 2;
    await pass(interval);
    expect(browser.polls).toBe(3);
    expect(three.known?.portal?.count).toBe(2);
    // A tab that nobody sees hears it all the same.
    expect(two.known?.portal?.count).toBe(2);
  });

  it('lose no change when the leader goes in that moment', async () => {
    browser.count = 1;
    const [one, two] = [openTab(), openTab()];
    await settle();
    browser.count = 0;
    two.refresh();
    one.close();
    await settle();
    expect(two.known?.portal?.count).toBe(0);
    expect(browser.polls).toBe(2);
  });

  it('do not take what was asked before a change for the state after it', async () => {
    browser.count = 1;
    const one = openTab();
    const two = openTab();
    await pass(moment + 1);
    expect(browser.polls).toBe(1);
    // The answer to the first poll and the news of the change cross each other.
    await pass(8);
    browser.count = 0;
    two.refresh();
    await pass(7);
    expect(two.shown).toEqual([]);
    await settle();
    expect(two.known?.portal?.count).toBe(0);
    expect(one.known?.portal?.count).toBe(0);
  });

  it('each ask where there are no locks, and hear from each other', async () => {
    const alone = { locks: undefined };
    const one = openTab(alone);
    await pass(30 * second);
    const late = openTab(alone);
    await settle();
    expect(browser.polls).toBe(2);
    browser.count = 3;
    await pass(interval);
    expect([one.known?.portal?.count, late.known?.portal?.count]).toEqual([3, 3]);
  });

  it('each ask where locks are forbidden', async () => {
    const locks = { request: () => Promise.reject(new DOMException('forbidden', 'SecurityError')) };
    const tab = openTab({ locks: locks as unknown as PollingTabOptions['locks'] });
    await settle();
    expect(tab.known).toBeDefined();
  });

  it('of different people do not know each other', async () => {
    browser.count = 1;
    const one = openTab();
    await settle();
    const other = openTab({
      userId: 'luis',
      attention: Object.assign(new FakeAttention(), { isGiven: () => false }),
    });
    one.refresh();
    await settle();
    expect(other.known).toBeUndefined();
  });

  it('forget everything when the person signs out in one of them', async () => {
    browser.count = 1;
    const [one, two] = [openTab(), openTab()];
    await settle();
    two.leave();
    await settle();
    expect(one.known).toBeUndefined();
    expect(two.known).toBeUndefined();
    await pass(10 * minute);
    expect(browser.polls).toBe(1);
  });
});

describe('a failure', () => {
  const down = new ApiError(503, 'status503', '');

  it('is followed by ever longer pauses of at most ten minutes, and leaves what was known', async () => {
    browser.count = 2;
    const tab = openTab();
    await settle();
    browser.failure = down;
    const pauses: number[] = [];
    let last = Date.now();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { polls } = browser;
      while (browser.polls === polls) await pass(second);
      pauses.push(Math.round((Date.now() - last) / minute));
      last = Date.now();
    }
    expect(pauses).toEqual([1, 2, 4, 8, 10, 10, 10]);
    expect(tab.known).toEqual({
      portal: { count: 2, atLeast: false, fingerprint: '' },
      agency: { hasUnread: false, fingerprint: '' },
    });

    browser.failure = undefined;
    browser.count = 3;
    await pass(10 * minute);
    expect(tab.known?.portal?.count).toBe(3);
    const { polls } = browser;
    await pass(2 * interval);
    expect(browser.polls - polls).toBe(2);
  });

  it('spreads what follows, so that not everybody comes back at once', async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    browser.failure = down;
    openTab();
    await settle();
    await pass(interval);
    expect(browser.polls).toBe(2);
  });

  it('waits as long as the portal asks for', async () => {
    browser.failure = new ApiError(429, 'tooManyRequests', '', null, [], 300);
    openTab();
    await settle();
    await pass(290 * second);
    expect(browser.polls).toBe(1);
    await pass(20 * second);
    expect(browser.polls).toBe(2);
  });

  it('does not keep a change waiting', async () => {
    browser.failure = down;
    const tab = openTab();
    await settle();
    browser.failure = undefined;
    tab.refresh();
    await settle();
    expect(tab.known).toBeDefined();
  });

  it('is tried again at once when attention returns', async () => {
    browser.failure = down;
    const tab = openTab();
    await pass(5 * minute);
    const { polls } = browser;
    tab.attention.give(false);
    await pass(second);
    tab.attention.give(true);
    await settle();
    expect(browser.polls).toBe(polls + 1);
  });

  it('of one inbox does not hide the other, in any tab', async () => {
    browser.hasUnread = true;
    const [one, two] = [openTab(), openTab()];
    await settle();
    Object.assign(browser, { failure: down, isHalf: true, count: 9 });
    await pass(interval);
    const expected = {
      portal: { count: 9, atLeast: false, fingerprint: '' },
      agency: { hasUnread: true, fingerprint: '' },
    };
    expect(one.known).toEqual(expected);
    expect(two.known).toEqual(expected);
    const { polls } = browser;
    await pass(2 * interval - second);
    expect(browser.polls).toBe(polls);
    await pass(2 * second);
    expect(browser.polls).toBe(polls + 1);
    await pass(4 * interval - 2 * second);
    expect(browser.polls).toBe(polls + 1);
  });

  it('is also an answer that does not come', async () => {
    browser.delay = 60 * minute;
    const tab = openTab();
    await settle();
    browser.delay = 10;
    browser.count = 1;
    await pass(31 * second + 2 * interval);
    expect(browser.polls).toBe(2);
    expect(tab.known?.portal?.count).toBe(1);
  });

  it('that is the end of the session ends the polling, and the next tab finds out by itself', async () => {
    browser.failure = new ApiError(401, 'sessionEnded', '');
    const tab = openTab();
    openTab();
    await pass(10 * minute);
    expect(browser.polls).toBe(2);
    tab.refresh();
    await settle();
    expect(browser.polls).toBe(2);
  });
});
