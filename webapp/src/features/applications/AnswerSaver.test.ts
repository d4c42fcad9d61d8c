import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerSaver, pauseMilliseconds, retryMilliseconds, type Kept } from './AnswerSaver';
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

  it('loads the answers that somebody else changed, and saves what is typed on top of them', async () => {
    const theirs: Kept = { ...start, answers: { name: 'Ben', city: 'Yuma' }, revision: 7 };
    const revisions: number[] = [];
    const { saver, sent } = saverOver((answers, kept) => {
      revisions.push(kept.revision);
      return kept.revision < 7 ? theirs : next(answers, kept);
    });
    saver.change({ name: 'Eva' });
    expect(await saver.flush()).toBe(false);
    expect(saver.reloads).toBe(1);
    expect(saver.wanted).toEqual({ name: 'Eva', city: 'Yuma' });
    await vi.advanceTimersByTimeAsync(pauseMilliseconds);
    expect(revisions).toEqual([1, 7]);
    expect(sent.at(-1)).toEqual({ name: 'Eva', city: 'Yuma' });
    expect(saver.state.kind).toBe('saved');
  });

  it('takes its own answers for its own when the reply was lost', async () => {
    const { saver } = saverOver((answers) => ({ ...start, answers, revision: 5 }));
    saver.change({ name: 'Eva' });
    expect(await saver.flush()).toBe(true);
    expect(saver.reloads).toBe(0);
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

  it('loads answers of somebody else that were read meanwhile', () => {
    const { saver } = saverOver(next);
    saver.meet({ ...start, answers: { name: 'Ben' }, revision: 9 });
    expect(saver.wanted).toEqual({ name: 'Ben' });
    expect(saver.reloads).toBe(1);
    expect(saver.state.kind).toBe('saved');
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
