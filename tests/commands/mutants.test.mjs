import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allMutants, objectionsTo } from '../../infrastructure/commands/mutants.mjs';

test('every fault can be planted and names tests that exist', async () => {
  assert.deepEqual(await objectionsTo(allMutants()), []);
});

test('a test that is not there, in a file that is, is objected to', async () => {
  const [mutant] = allMutants();
  const target = 'tests/e2e/shell.spec.ts::nothing is called so';
  assert.deepEqual(await objectionsTo([{ ...mutant, noticedBy: [target] }]), [`${mutant.name}: no test of tests/e2e/shell.spec.ts is called nothing is called so`]);
});
