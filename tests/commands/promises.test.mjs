import assert from 'node:assert/strict';
import test from 'node:test';
import { findFault, promises, parseRows } from '../../infrastructure/commands/promises.mjs';
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

test('every kind of file that speaks to people is in the register', () => {
  for (const kind of [/help\/pages\/en\/.*\.html$/, /\/en\.po$/, /notice\/en\.md$/, /terms\.json$/, /\.py$/, /texts\/en\.json$/, /\.yaml$/, /\.md$/])
    assert.ok(rows.some(({ where }) => kind.test(where)), `${kind}`);
});
