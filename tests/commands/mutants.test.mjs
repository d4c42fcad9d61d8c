import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allMutants, objectionsTo } from '../../infrastructure/commands/mutants.mjs';

test('every fault can be planted and names tests that exist', async () => {
  assert.deepEqual(await objectionsTo(allMutants()), []);
});
