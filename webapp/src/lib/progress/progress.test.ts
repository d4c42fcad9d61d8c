import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginProgress, splitProgressHeader, getStep, runWithProgress } from './progress';

const findBar = () => document.querySelector<HTMLElement>('#nprogress .progress__bar');
/** Returns the width of the bar in percent; null at the end or without a bar. */
function getPercent(): number | null {
  const [, left] = /^translate3d\((-[\d.]+)%,/.exec(findBar()?.style.transform ?? '') ?? [];
  return left === undefined ? null : Math.round((100 + Number(left)) * 10) / 10;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the steps', () => {
  it.each([
    [0, 10],
    [8, 10],
    [19.9, 10],
    [20, 4],
    [49.9, 4],
    [50, 2],
    [79.9, 2],
    [80, 0.5],
    [98.9, 0.5],
    [99, 0],
    [100, 0],
  ])('at %d are %d', (at, step) => {
    expect(getStep(at)).toBe(step);
  });
});

describe('the bar', () => {
  it('starts at 8, steps each 300 ms by its band, and waits at 99', () => {
    const end = beginProgress();
    const widths = [getPercent()];
    for (let tick = 0; tick < 70; tick += 1) {
      vi.advanceTimersByTime(299);
      expect(getPercent()).toBe(widths.at(-1));
      vi.advanceTimersByTime(1);
      widths.push(getPercent());
    }
    const expected = [8, 18, 28, 32, 36, 40, 44, 48];
    for (let at = 52; at <= 80; at += 2) expected.push(at);
    for (let at = 80.5; at <= 99; at += 0.5) expected.push(at);
    expect(widths.slice(0, expected.length)).toEqual(expected);
    expect(new Set(widths.slice(expected.length))).toEqual(new Set([99]));
    end();
  });

  it('reaches 100 and is gone after twice 200 ms', () => {
    const end = beginProgress();
    vi.advanceTimersByTime(250);
    end();
    expect(findBar()?.style.transform).toBe('translate3d(0%,0,0)');
    expect(findBar()?.style.transition).toContain('200ms');
    vi.advanceTimersByTime(399);
    expect(findBar()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(findBar()).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(findBar()).toBeNull();
  });

  it('runs until the last call ends', () => {
    const first = beginProgress();
    const second = beginProgress();
    vi.advanceTimersByTime(300);
    expect(getPercent()).toBe(18);
    first();
    first();
    vi.advanceTimersByTime(300);
    expect(getPercent()).toBe(28);
    second();
    expect(getPercent()).toBeNull();
  });

  it('starts again for a call during the fade', () => {
    beginProgress()();
    vi.advanceTimersByTime(300);
    const end = beginProgress();
    expect(getPercent()).toBe(8);
    vi.advanceTimersByTime(600);
    expect(getPercent()).toBe(28);
    expect(findBar()).not.toBeNull();
    end();
  });

  it('ends with work that fails', async () => {
    const work = runWithProgress(() => Promise.reject(new Error('refused')));
    expect(getPercent()).toBe(8);
    await expect(work).rejects.toThrow('refused');
    expect(getPercent()).toBeNull();
  });

  it('is hidden from screen readers', () => {
    const end = beginProgress();
    expect(document.getElementById('nprogress')).toHaveAttribute('aria-hidden', 'true');
    expect(document.querySelector('[role="bar"], [role="spinner"]')).toBeNull();
    end();
  });
});

it('removes the header of a call without a bar', () => {
  expect(splitProgressHeader({ IgnoreProgressBar: '', Accept: 'a' })).toEqual({
    isIgnored: true,
    sent: { Accept: 'a' },
  });
  expect(splitProgressHeader({ Accept: 'a' })).toEqual({ isIgnored: false, sent: { Accept: 'a' } });
});
