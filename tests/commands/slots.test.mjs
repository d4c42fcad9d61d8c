import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlots } from '../../infrastructure/commands/slots.mjs';

/** Tasks that end when they are told to, and what runs now. */
function stage() {
  const running = new Map();
  return {
    task: (name, width) => ({
      width,
      run: () => new Promise((resolve, reject) => { running.set(name, { resolve, reject }); }),
    }),
    running: () => [...running.keys()],
    async end(name, error) {
      const { resolve, reject } = running.get(name);
      running.delete(name);
      if (error) reject(error);
      else resolve(name);
      await new Promise(setImmediate);
    },
  };
}

test('results come in the order of the tasks, whichever ends first', async () => {
  const { task, end } = stage();
  const results = inSlots(2, [task('a', 1), task('b', 1)]);
  await end('b');
  await end('a');
  assert.deepEqual(await results, ['a', 'b']);
});

test('no more tasks run than there are slots', async () => {
  const { task, running, end } = stage();
  const results = inSlots(2, [task('a', 1), task('b', 1), task('c', 1)]);
  assert.deepEqual(running(), ['a', 'b']);
  await end('a');
  assert.deepEqual(running(), ['b', 'c']);
  await end('b');
  await end('c');
  await results;
});

test('a narrow task uses the slot that a wide one waits with', async () => {
  const { task, running, end } = stage();
  const results = inSlots(2, [task('a', 1), task('wide', 2), task('b', 1)]);
  assert.deepEqual(running(), ['a', 'b']);
  await end('a');
  await end('b');
  assert.deepEqual(running(), ['wide']);
  await end('wide');
  await results;
});

test('a task wider than all slots runs alone', async () => {
  const { task, running, end } = stage();
  const results = inSlots(2, [task('huge', 3), task('a', 1)]);
  assert.deepEqual(running(), ['huge']);
  await end('huge');
  await end('a');
  assert.deepEqual(await results, ['huge', 'a']);
});

test('after a failure nothing new starts, and what runs is waited for', async () => {
  const { task, running, end } = stage();
  const results = inSlots(2, [task('a', 1), task('b', 1), task('c', 1)]);
  const rejected = assert.rejects(results, /broken/);
  await end('a', new Error('broken'));
  assert.deepEqual(running(), ['b']);
  await end('b');
  await rejected;
  assert.deepEqual(running(), []);
});
