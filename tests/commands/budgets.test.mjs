import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedWithBudgets, readBudgets } from '../../infrastructure/commands/budgets.mjs';

const budgets = {
  limits: { default: 5, e2e: 20 },
  slow: [{ suite: 'api', name: 'test_killed', seconds: 9, why: 'it starts a process' }],
};
const compared = (suite, tests) => comparedWithBudgets([{ name: suite, tests }], budgets);

test('a test within its limit is not named', () => {
  assert.deepEqual(compared('unit', [{ name: 'a', seconds: 5 }]), { slower: [], unknown: [] });
});

test('a test over the limit of its suite is named with both figures', () => {
  const { slower } = compared('e2e', [{ name: 'a', seconds: 19 }, { name: 'b', seconds: 21.04 }]);
  assert.deepEqual(slower, ['e2e: b took 21.0 s; its budget is 20 s']);
});

test('an entry gives a test a budget of its own', () => {
  assert.deepEqual(compared('api', [{ name: 'test_killed', seconds: 8 }]).slower, []);
  assert.equal(compared('api', [{ name: 'test_killed', seconds: 10 }]).slower.length, 1);
});

test('an entry for a test that there is not is a fault', () => {
  assert.deepEqual(compared('api', [{ name: 'other', seconds: 1 }]).unknown, ['tests/budgets.json: api has no test "test_killed"']);
});

test('an entry says nothing of suites that did not run', () => {
  assert.deepEqual(compared('unit', []).unknown, []);
});

test('every committed entry says why', () => {
  const { slow } = readBudgets();
  for (const { name, why, seconds } of slow) {
    assert.ok(why?.length > 20, `${name} says why it may be slow`);
    assert.ok(seconds > 0);
  }
});
