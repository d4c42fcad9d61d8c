import assert from 'node:assert/strict';
import test from 'node:test';
import { findAbsoluteFaults, findFault, listAbsoluteSentences, parseExceptions, parseRows, promises } from '../../infrastructure/commands/promises.mjs';
import { readFileSync } from 'node:fs';
import { inRepository } from '../../infrastructure/commands/paths.mjs';

const rows = parseRows(readFileSync(inRepository('docs/promises.md'), 'utf8'));
const [row] = rows;

test('the register holds, and has every row of its tables', async () => {
  assert.deepEqual(await promises(), { code: 0, output: '\n' });
  assert.ok(rows.length > 40);
  for (const { sentence, where, tests, hash } of rows) assert.ok(sentence && where && tests.every(Boolean) && hash);
});

for (const [what, changes, fault] of [
  ['a sentence that is not said any more', { sentence: 'Everything is free.' }, /does not say this/],
  ['a file that is gone', { where: 'shared/data/promises.json' }, /does not exist/],
  ['a test that is gone', { tests: ['tests/api/test_promises.py::test_all'] }, /does not exist/],
  ['the name of a test that is gone', { tests: [...row.tests, 'tests/api/test_users.py::test_all_is_well'] }, /has no test/],
  ['the beginning of the name of a test', { tests: ['tests/api/test_users.py::test_child'] }, /has no test/],
  ['a proof that is no test', { tests: ['webapp/src/lib/paths.ts'] }, /is no test/],
  ['a text that changed', { hash: '00000000' }, /changed: look whether the tests still prove it, then write [0-9a-f]{8}$/],
]) {
  test(`${what} is told`, () => {
    assert.equal(findFault(row), null);
    assert.match(findFault({ ...row, ...changes }), fault);
  });
}

test('a row names several tests, each in backquotes', () => {
  const [{ tests }] = parseRows('| Both hold. | `a.md` | `tests/a.py::test_a`, `tests/b.spec.ts::one, and two` | `00000000` |');
  assert.deepEqual(tests, ['tests/a.py::test_a', 'tests/b.spec.ts::one, and two']);
});

test('a sentence with an absolute word needs a row or an exception', () => {
  const where = 'webapp/help/pages/en/signin.html';
  const text = 'We never share your address. Always sign out.';
  const row = { where, sentence: 'We never share your address.' };
  const exception = { where, sentence: 'Always sign out.' };
  assert.deepEqual(findAbsoluteFaults(where, [text], [row], [exception]), []);
  assert.match(findAbsoluteFaults(where, [text], [], [exception])[0], /“We never share your address\.” has no row/);
  assert.match(findAbsoluteFaults(where, [text], [row], [])[0], /“Always sign out\.” has no row/);
  assert.match(findAbsoluteFaults(where, ['Sign out.'], [], [exception])[0], /the exception “Always sign out\.” .* is not needed/);
});

test('a row of another file, or of the rest of the text, does not cover an absolute sentence', () => {
  const where = 'webapp/help/pages/en/signin.html';
  const text = 'We never share your address. We encrypt it.';
  for (const row of [{ where: 'README.md', sentence: 'We never share your address.' }, { where, sentence: 'We encrypt it.' }, { where, sentence: 'your address.' }])
    assert.equal(findAbsoluteFaults(where, [text], [row], []).length, 1);
});

test('labels and quoted names of buttons are not absolute sentences', () => {
  for (const text of ['All', 'Select all', 'All messages', 'Show all services', 'Go to all messages', 'Every two years', 'Every type of business', 'Choose “All”.'])
    assert.deepEqual(listAbsoluteSentences(text), [], text);
  for (const text of ['All messages are deleted.', 'We answer every question', 'Show all of your services here.', 'It is never lost'])
    assert.deepEqual(listAbsoluteSentences(text), [text]);
});

test('exceptions are the list items with a file', () => {
  const found = parseExceptions('- A point.\n- `a.html`: Always sign out.\n');
  assert.deepEqual(found, [{ where: 'a.html', sentence: 'Always sign out.' }]);
});

test('every kind of file that speaks to people is in the register', () => {
  for (const kind of [/help\/pages\/en\/.*\.html$/, /\/en\.po$/, /notice\/en\.md$/, /terms\.json$/, /\.py$/, /texts\/en\.json$/, /\.yaml$/, /\.md$/])
    assert.ok(rows.some(({ where }) => kind.test(where)), `${kind}`);
});
