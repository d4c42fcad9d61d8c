import { describe, expect, it } from 'vitest';
import { CancelledError } from '@/lib/api/errors';
import { CardQueue } from './cardQueue';

/** Work that ends when it is told to. */
function createWorkshop(queue: CardQueue) {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const answers = new Map<string, Promise<string>>();
  function add(id: string) {
    const answer = queue.run(
      id,
      () =>
        new Promise<string>((resolve) => {
          started.push(id);
          finish.set(id, () => resolve(`answer of ${id}`));
        }),
    );
    answer.catch(() => undefined);
    answers.set(id, answer);
  }
  async function end(id: string) {
    finish.get(id)?.();
    await answers.get(id);
    await Promise.resolve();
  }
  return { started, add, end, answers };
}

describe('the queue of the cards', () => {
  it('runs no more than its limit, and what is near first', async () => {
    const queue = new CardQueue(3, 1);
    const { started, add, end, answers } = createWorkshop(queue);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) add(id);
    expect(started).toEqual(['a']);
    for (const id of ['d', 'e', 'f']) queue.setNear(id, true);
    expect(started).toEqual(['a', 'd', 'e']);
    await end('a');
    expect(started).toEqual(['a', 'd', 'e', 'f']);
    for (const id of ['d', 'e']) await end(id);
    expect(started).toEqual(['a', 'd', 'e', 'f']);
    await end('f');
    expect(started.at(-1)).toBe('b');
    await expect(answers.get('a')).resolves.toBe('answer of a');
  });

  it('goes on after a failure and passes it on', async () => {
    const queue = new CardQueue(1, 1);
    const failed = queue.run('a', () => Promise.reject(new Error('no')));
    const next = queue.run('b', () => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  it('removes a card that is no longer near', () => {
    const queue = new CardQueue(2, 1);
    const { started, add } = createWorkshop(queue);
    queue.setNear('c', true);
    queue.setNear('c', false);
    for (const id of ['a', 'b', 'c']) add(id);
    expect(started).toEqual(['a']);
  });

  it('cancels waiting cards', async () => {
    const queue = new CardQueue(1, 1);
    const { started, add, end, answers } = createWorkshop(queue);
    add('a');
    add('b');
    queue.clear();
    await expect(answers.get('b')).rejects.toBeInstanceOf(CancelledError);
    await end('a');
    expect(started).toEqual(['a']);
  });
});
