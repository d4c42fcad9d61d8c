import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AnswerSaver,
  ChangedElsewhere,
  pauseMilliseconds,
  retryMilliseconds,
  type Kept,
} from './AnswerSaver';
import type { Answers } from './form';

const start: Kept = { answers: { name: 'Rosa' }, revision: 1, savedAt: '2026-11-21T17:00:00Z' };

/** A saver over a portal whose answers the test decides. */
function saverOver(answer: (answers: Answers, kept: Kept) => Promise<Kept> | Kept) {
  const sent: Answers[] = [];
  const saver = new AnswerSaver({
    kept: start,
    send: async (answers, kept) => {
      sent.push(answers);
      return answer(answers, kept);
    },
    isWorthRepeating: (error) => error instanceof TypeError,
  });
  return { saver, sent };
}

const next = (answers: Answers, { revision }: Kept): Kept => ({ ...start, answers, revision: revision + 1 });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('saving while somebody types', () => {
  it('sends the last of what was typed once nothing is typed any more', async () => {
    const { saver, sent } = saverOver(next);
    saver.change({ name: 'R' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds - 1);
    saver.change({ name: 'Ro' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds - 1);
    expect(sent).toEqual([]);
    expect(saver.state.kind).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([{ name: 'Ro' }]);
    expect(saver.state.kind).toBe('saved');
    expect(saver.kept.revision).toBe(2);
  });

  it('sends nothing when what was typed is taken back', async () => {
    const { saver, sent } = saverOver(next);
    saver.change({ name: 'Ro' });
    saver.change({ name: 'Rosa' });
    expect(saver.state.kind).toBe('saved');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });

  it('sends one call at a time, and what was typed meanwhile afterwards', async () => {
    let arrive: () => void = () => undefined;
    const { saver, sent } = saverOver(async (answers, kept) => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return next(answers, kept);
    });
    saver.change({ name: 'A' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    saver.change({ name: 'B' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
    arrive();
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(sent).toEqual([{ name: 'A' }, { name: 'B' }]);
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state.kind).toBe('saved');
    expect(saver.kept).toMatchObject({ answers: { name: 'B' }, revision: 3 });
  });

  it('tries again, ever more slowly, until it works', async () => {
    let failures = 5;
    const { saver, sent } = saverOver((answers, kept) => {
      failures -= 1;
      if (failures >= 0) throw new TypeError('no network');
      return next(answers, kept);
    });
    saver.change({ name: 'A' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(saver.state.kind).toBe('retrying');
    for (const pause of [...retryMilliseconds, 30_000]) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      const before = sent.length;
      await vi.advanceTimersByTimeAsync(1);
      expect(sent).toHaveLength(before + 1);
    }
    expect(saver.state.kind).toBe('saved');
  });

  it('does not repeat what is refused until it is changed', async () => {
    const { saver, sent } = saverOver((answers, kept) => {
      if (answers.name === 'bad') throw new Error('refused');
      return next(answers, kept);
    });
    saver.change({ name: 'bad' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toHaveLength(1);
    expect(saver.state.kind).toBe('refused');
    saver.change({ name: 'good' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(saver.state.kind).toBe('saved');
  });

  it('waits for the person when somebody else has changed the answers, and goes on with what they choose', async () => {
    const theirs: Kept = { ...start, answers: { name: 'Ben' }, revision: 7 };
    const revisions: number[] = [];
    const { saver } = saverOver((answers, kept) => {
      revisions.push(kept.revision);
      if (kept.revision < 7) throw new ChangedElsewhere(theirs);
      return next(answers, kept);
    });
    saver.change({ name: 'Eva' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(saver.state).toEqual({ kind: 'changed', theirs });
    saver.change({ name: 'Eva O' });
    expect(await saver.flush()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(revisions).toEqual([1]);
    saver.settle(theirs, { name: 'Eva O' });
    await vi.advanceTimersByTimeAsync(0);
    expect(revisions).toEqual([1, 7]);
    expect(saver.kept).toMatchObject({ answers: { name: 'Eva O' }, revision: 8 });
  });
});

describe('what else changes the revision', () => {
  it('waits for the call on its way, and nothing is saved meanwhile', async () => {
    const { saver, sent } = saverOver(next);
    saver.change({ name: 'A' });
    let done: () => void = () => undefined;
    const held = saver.hold(
      () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    saver.meet({ ...start, revision: 9 });
    done();
    await held;
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(sent).toEqual([{ name: 'A' }]);
    expect(saver.kept.revision).toBe(10);
  });

  it('does not take the answers of somebody else for its own', () => {
    const { saver } = saverOver(next);
    const theirs: Kept = { ...start, answers: { name: 'Ben' }, revision: 9 };
    saver.meet(theirs);
    expect(saver.kept).toBe(start);
    expect(saver.state).toEqual({ kind: 'changed', theirs });
  });
});

it('saves at once when it is asked to, and nothing after it was closed', async () => {
  const { saver, sent } = saverOver(next);
  saver.change({ name: 'A' });
  expect(await saver.flush()).toBe(true);
  expect(sent).toHaveLength(1);
  saver.close();
  saver.change({ name: 'B' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});
