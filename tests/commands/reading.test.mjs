import assert from 'node:assert/strict';
import test from 'node:test';
import { findHardTexts } from '../../infrastructure/commands/reading.mjs';

const hard =
  'Notwithstanding the aforementioned considerations, individuals possessing appropriate documentation may subsequently initiate reconsideration.';

test('finds a text above grade 8 and a long sentence', () => {
  const long = `You can ${'do it and '.repeat(10)}stop.`;
  const found = findHardTexts(['We saved your answers. You can go on with them at any time on this page.', hard, long]);
  assert.equal(found.length, 2);
  assert.match(found[0], /^grade \d+\.\d: Notwithstanding/);
  assert.match(found[1], /^a sentence of \d+ words: You can/);
});

test('reads terms of the portal and placeholders as short words', () => {
  assert.deepEqual(
    findHardTexts(['Use enhanced authentication to show {agencyName} your application, and to see your transactions there.']),
    [],
  );
});

test('leaves out labels', () => {
  assert.deepEqual(findHardTexts(['Limited liability corporation']), []);
});
