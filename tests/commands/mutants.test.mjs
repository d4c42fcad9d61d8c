import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { listChecks } from '../../infrastructure/commands/check.mjs';
import { listMutants, listTests, splitArguments } from '../../infrastructure/commands/mutants.mjs';
import { inRepository, root } from '../../infrastructure/commands/paths.mjs';
import { parseArguments } from '../../infrastructure/commands/test.mjs';

const files = {
  unit: /^tests\/unit\/(.+\/)?test_\w+\.py$/,
  api: /^tests\/api\/test_\w+\.py$/,
  proofs: /^tests\/api\/test_\w+\.py$/,
  contract: /^tests\/contract\/test_\w+\.py$/,
  infrastructure: /^tests\/infrastructure\/(.+\/)?test_\w+\.py$/,
  commands: /^tests\/commands\/\w+\.test\.mjs$/,
  webapp: /^webapp\/src\/.+\.test\.tsx?$/,
  e2e: /^tests\/e2e\/\w+\.spec\.ts$/,
};

/** Returns the fault of a `Test:` line, or undefined. */
function findFault(line) {
  const { chosen: [suite], rest } = parseArguments(splitArguments(line));
  if (suite === undefined) return 'names no suite';
  if (suite === 'check') return listChecks(rest) && undefined;
  const [file, name] = (rest[0] ?? '').split('::');
  if (file === '') return undefined;
  if (!files[suite].test(file)) return `${suite} does not collect ${file}`;
  if (!existsSync(inRepository(file))) return `${file} does not exist`;
  const text = readFileSync(inRepository(file), 'utf8');
  if (suite === 'proofs' && !text.includes('mark.proof')) return `${file} has no proof`;
  if (name !== undefined && !new RegExp(`^(async )?def ${name}\\(`, 'm').test(text)) return `${file} has no ${name}`;
  return undefined;
}

function listFaults(patch) {
  const tests = listTests(patch);
  if (tests.length === 0) return ['names no test'];
  return tests.flatMap((line) => {
    try {
      return findFault(line) ?? [];
    } catch (error) {
      return error.message;
    }
  });
}

const checkPatch = (input) => spawnSync('git', ['apply', '--check', '--whitespace=nowarn', '-'], { cwd: root, input }).status;

for (const { name, file } of listMutants()) {
  test(`${name} applies, and its tests exist`, () => {
    const patch = readFileSync(file, 'utf8');
    assert.equal(checkPatch(patch), 0, `${file} does not apply`);
    assert.deepEqual(listFaults(patch), []);
  });
}

test('a patch of other code does not apply', () => {
  assert.notEqual(checkPatch('--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-no such line\n+another\n'), 0);
});

const planted = [
  ['', 'names no test'],
  ['Test: apis tests/api/test_users.py', /^Unknown suite: apis/],
  ['Test: api tests/api/test_gone.py', 'tests/api/test_gone.py does not exist'],
  ['Test: api tests/unit/tokens/test_attacks.py', 'api does not collect tests/unit/tokens/test_attacks.py'],
  ['Test: proofs tests/api/test_users.py', 'tests/api/test_users.py has no proof'],
  ['Test: contract tests/contract/test_reference.py::test_gone', 'tests/contract/test_reference.py has no test_gone'],
  ['Test: check "import rule"', /^Unknown check: import rule/],
];

for (const [header, fault] of planted) {
  test(`the header "${header}" is refused`, () => {
    const [found, ...others] = listFaults(`Fault: A fault.\n${header}\n`);
    assert.deepEqual(others, []);
    if (typeof fault === 'string') assert.equal(found, fault);
    else assert.match(found, fault);
  });
}

test('a test of a file is found', () => {
  assert.deepEqual(listFaults('Test: contract tests/contract/test_reference.py::test_tag_is_described\n'), []);
});
