import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

const start = Date.parse(process.env.TEST_NOW ?? '2026-11-21T18:30:00Z');
const anHour = 3_600_000;

function expectTestDate(now: number) {
  expect(now).toBeGreaterThanOrEqual(start);
  expect(now).toBeLessThan(start + anHour);
}

it('starts at the moment of the tests', () => {
  expectTestDate(Date.now());
  expectTestDate(new Date().getTime());
  expect(new Date()).toBeInstanceOf(Date);
  expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
});

it('advances', async () => {
  const before = Date.now();
  await vi.waitUntil(() => Date.now() > before);
});

it('gives fake timers their start', () => {
  vi.useFakeTimers();
  expectTestDate(Date.now());
});

it('returns after a test that set a date', () => {
  expectTestDate(Date.now());
});
