import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { junitOf } from '../../infrastructure/commands/results.mjs';
import { ofEach } from '../../infrastructure/commands/suites.mjs';

const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5" time="9">
<testcase classname="tests.unit.users.test_a" name="test_one" time="0.5" />
<testcase classname="tests.unit.users.test_a" name="test_two[&lt;error&gt;]" time="0.25"><failure message="assert &lt;skipped&gt;">E
</failure></testcase>
<testcase classname="tests.api.test_b" name="test_three" time="2"><skipped type="pytest.skip" message="no">why</skipped></testcase>
<testcase classname="tests.api.test_b.TestC" name="test_four" time="1"><system-out>failure</system-out></testcase>
<testcase classname="" name="tests.api.test_d" time="0"><error message="collection failure">E</error></testcase>
</testsuite></testsuites>`;

function counted(beginning) {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  try {
    writeFileSync(join(folder, 'both.xml'), report);
    return junitOf(join(folder, 'both.xml'), beginning);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a run of two suites is counted for each by the names of its tests', () => {
  assert.deepEqual(counted('tests.unit.'), {
    passed: 1,
    failed: 1,
    skipped: 0,
    tests: [
      { name: 'tests.unit.users.test_a::test_one', seconds: 0.5 },
      { name: 'tests.unit.users.test_a::test_two[<error>]', seconds: 0.25 },
    ],
  });
});

test('a file that could not be read is a failure of its suite', () => {
  const { passed, failed, skipped } = counted('tests.api.');
  assert.deepEqual({ passed, failed, skipped }, { passed: 1, failed: 1, skipped: 1 });
});

const green = { passed: 2, failed: 0, skipped: 0, tests: [] };
const codes = (code, counts) => Object.values(ofEach(code, '', counts)).map((result) => result.code);

test('only the suite whose test failed is red', () => {
  assert.deepEqual(codes(1, { unit: green, api: { ...green, failed: 1 } }), [0, 1]);
});

test('a run that broke is red though no test failed', () => {
  assert.deepEqual(codes(3, { unit: green, api: green }), [1, 0]);
  assert.deepEqual(codes(1, { unit: green, api: green }), [1, 0]);
  assert.deepEqual(codes(null, { unit: green, api: green }), [1, 0]);
});

test('a run without a failure is green', () => {
  assert.deepEqual(codes(0, { unit: green, api: green }), [0, 0]);
});
