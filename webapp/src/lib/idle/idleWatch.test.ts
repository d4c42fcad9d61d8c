import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLocks } from '@/testing/locks';
import { countIdleMinutes, storeIdleNotice, takeIdleNotice } from './idleNotice';
import { IdleWatch, type IdleState } from './idleWatch';
import { isIdleTooLong, getLastActivity, lastActivityKey, storeActivity } from './lastActivity';

const second = 1000;
const minute = 60 * second;

let states: IdleState[];
let pings: number;
let watches: IdleWatch[];

function startWatch(idleSeconds = 600): IdleWatch {
  const watch = new IdleWatch({
    idleSeconds,
    onChange: (state) => states.push(state),
    onPing: () => (pings += 1),
  });
  watches.push(watch);
  return watch;
}

const move = () => window.dispatchEvent(new Event('mousemove'));
const getLastState = () => states.at(-1);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') });
  states = [];
  pings = 0;
  watches = [];
});

afterEach(() => {
  for (const watch of watches) watch.stop();
  vi.useRealTimers();
});

describe('the idle watch', () => {
  it('asks after 600 s without activity, counts 300 s down, and ends once', () => {
    startWatch();
    vi.advanceTimersByTime(599 * second);
    expect(states).toEqual([]);
    vi.advanceTimersByTime(second);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 300 });
    vi.advanceTimersByTime(299 * second);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 1 });
    vi.advanceTimersByTime(second);
    expect(getLastState()).toEqual({ kind: 'timedOut', idleFor: 900 * second });
    const count = states.length;
    vi.advanceTimersByTime(60 * minute);
    move();
    expect(states).toHaveLength(count);
  });

  it('takes the idle time of the configuration', () => {
    startWatch(60);
    vi.advanceTimersByTime(60 * second);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 300 });
  });

  it.each(['mousemove', 'resize', 'keydown', 'touchstart', 'pointerdown', 'scroll', 'wheel'])(
    'counts %s as activity',
    (type) => {
      startWatch();
      vi.advanceTimersByTime(9 * minute);
      window.dispatchEvent(new Event(type));
      vi.advanceTimersByTime(9 * minute);
      expect(states).toEqual([]);
    },
  );

  it('counts the scrolling of a part of the page as activity', () => {
    startWatch();
    vi.advanceTimersByTime(9 * minute);
    document.body.dispatchEvent(new Event('scroll'));
    vi.advanceTimersByTime(9 * minute);
    expect(states).toEqual([]);
  });

  it.each(['load', 'blur'])('does not count %s as activity', (type) => {
    startWatch();
    vi.advanceTimersByTime(9 * minute);
    window.dispatchEvent(new Event(type));
    vi.advanceTimersByTime(minute);
    expect(getLastState()?.kind).toBe('countdown');
  });

  it('stores activity at most once a second', () => {
    startWatch();
    const write = vi.spyOn(Storage.prototype, 'setItem');
    vi.advanceTimersByTime(5 * second);
    for (let i = 0; i < 20; i += 1) {
      move();
      vi.advanceTimersByTime(100);
    }
    expect(write).toHaveBeenCalledTimes(2);
  });

  it('keeps the countdown after a mouse move and ends it when the person says so', () => {
    const watch = startWatch();
    vi.advanceTimersByTime(10 * minute);
    move();
    vi.advanceTimersByTime(2 * second);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 298 });
    watch.stay();
    expect(getLastState()).toEqual({ kind: 'active' });
    vi.advanceTimersByTime(9 * minute);
    expect(getLastState()).toEqual({ kind: 'active' });
    vi.advanceTimersByTime(minute);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 300 });
  });

  it('pings every 120 s until the time is up', () => {
    startWatch();
    vi.advanceTimersByTime(119 * second);
    expect(pings).toBe(0);
    vi.advanceTimersByTime(second);
    expect(pings).toBe(1);
    vi.advanceTimersByTime(15 * minute - 120 * second);
    expect(getLastState()?.kind).toBe('timedOut');
    const atEnd = pings;
    expect(atEnd).toBe(7);
    vi.advanceTimersByTime(60 * minute);
    expect(pings).toBe(atEnd);
  });
});

describe('after the computer slept', () => {
  it('ends the session at the first activity', () => {
    startWatch();
    vi.setSystemTime(Date.now() + 8 * 60 * minute);
    move();
    expect(getLastState()).toEqual({ kind: 'timedOut', idleFor: 8 * 60 * minute });
  });

  it.each(['focus', 'pageshow', 'online'])('notices the sleep at %s', (type) => {
    startWatch();
    vi.setSystemTime(Date.now() + 16 * minute);
    window.dispatchEvent(new Event(type));
    expect(getLastState()?.kind).toBe('timedOut');
  });

  it('continues the countdown at the current time', () => {
    startWatch();
    vi.setSystemTime(Date.now() + 12 * minute);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 180 });
  });
});

describe('several tabs', () => {
  const dispatchStorage = () => window.dispatchEvent(new StorageEvent('storage', { key: lastActivityKey }));

  it('stay active by the activity in another tab', () => {
    startWatch();
    vi.advanceTimersByTime(9 * minute);
    storeActivity();
    vi.advanceTimersByTime(9 * minute);
    expect(states).toEqual([]);
  });

  it('end the countdown when another tab ends it', () => {
    startWatch();
    vi.advanceTimersByTime(11 * minute);
    expect(getLastState()?.kind).toBe('countdown');
    storeActivity();
    dispatchStorage();
    expect(getLastState()).toEqual({ kind: 'active' });
  });

  it('end at the same time', () => {
    startWatch();
    vi.advanceTimersByTime(5 * minute);
    startWatch();
    vi.advanceTimersByTime(10 * minute);
    expect(states.filter(({ kind }) => kind === 'timedOut')).toHaveLength(2);
  });
});

describe('the clock of the device', () => {
  it.each([-60 * minute, 60 * minute])('may be wrong by %d ms', (offset) => {
    vi.setSystemTime(Date.now() + offset);
    startWatch();
    vi.advanceTimersByTime(10 * minute);
    expect(getLastState()).toEqual({ kind: 'countdown', secondsLeft: 300 });
  });

  it('does not extend the session when it is put back an hour', () => {
    startWatch();
    vi.setSystemTime(Date.now() - 60 * minute);
    vi.advanceTimersByTime(2 * second);
    vi.advanceTimersByTime(15 * minute);
    expect(getLastState()?.kind).toBe('timedOut');
  });

  it('does not end a session without stored activity', () => {
    expect(getLastActivity()).toBeNull();
    expect(isIdleTooLong(600)).toBe(false);
    storeActivity();
    vi.advanceTimersByTime(15 * minute - 1);
    expect(isIdleTooLong(600)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isIdleTooLong(600)).toBe(true);
  });
});

describe('the notice', () => {
  beforeEach(stubLocks);

  it.each([
    [900_000, 15],
    [900_499, 15],
    [929_000, 15],
    [930_000, 16],
    [20_000, 1],
    [0, 1],
  ])('of %d ms names %d minutes', (idleFor, minutes) => {
    expect(countIdleMinutes(idleFor)).toBe(minutes);
  });

  it('is returned once', async () => {
    expect(await takeIdleNotice()).toBeNull();
    storeIdleNotice(15);
    expect(await takeIdleNotice()).toBe(15);
    expect(await takeIdleNotice()).toBeNull();
  });

  it('is returned once when two tabs read it at once or store it twice', async () => {
    storeActivity();
    storeIdleNotice(15);
    expect(await takeIdleNotice()).toBe(15);
    storeIdleNotice(15);
    expect(await takeIdleNotice()).toBeNull();
    vi.advanceTimersByTime(1);
    storeActivity();
    storeIdleNotice(15);
    expect(await takeIdleNotice()).toBe(15);
  });
});
