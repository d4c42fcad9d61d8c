import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { hashOfFiles } from '../../infrastructure/commands/inputs.mjs';
import { inRepository } from '../../infrastructure/commands/paths.mjs';

test('the hash stays the same while nothing changes', () => {
  assert.equal(hashOfFiles(['samconfig.toml']), hashOfFiles(['samconfig.toml']));
});

test('a new file below a path changes the hash', (context) => {
  const file = inRepository('tests', 'commands', `made-by-a-test-${process.pid}.txt`);
  context.after(() => rmSync(file, { force: true }));
  const before = hashOfFiles(['tests/commands']);
  writeFileSync(file, 'x');
  assert.notEqual(hashOfFiles(['tests/commands']), before);
});

test('another path or another fact is another hash', () => {
  const one = hashOfFiles(['samconfig.toml']);
  assert.notEqual(hashOfFiles(['template.yaml']), one);
  assert.notEqual(hashOfFiles(['samconfig.toml'], ['v22']), one);
});

test('paths of which Git lists no file have no hash, so that nothing counts as unchanged', () => {
  assert.equal(hashOfFiles(['no/such/folder']), undefined);
});
