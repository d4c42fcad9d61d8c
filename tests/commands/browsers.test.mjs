import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { capture } from '../../infrastructure/commands/processes.mjs';

/** Checks a build of one script; resolves to the exit code and the output. */
async function checkScript(text) {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-browsers-'));
  try {
    writeFileSync(join(folder, 'planted.js'), text);
    return await capture('node', [inRepository('webapp', 'tools', 'check-browsers.mjs'), folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const use of ['URL.parse("a")', 'Promise.withResolvers()', 'Object.groupBy([], String)', 'new Intl.Segmenter("en")']) {
  test(`the check of browsers refuses ${use}`, async () => {
    const { code, output } = await checkScript(`const made = ${use};\n`);
    assert.equal(code, 1);
    assert.match(output, /planted\.js: \w+\.\w+ is missing in /);
  });
}

for (const use of ['URL.canParse("a")', '"Segmenter" in Intl && new Intl.Segmenter("en")']) {
  test(`the check of browsers accepts ${use}, which is filled in or tested for`, async () => {
    assert.equal((await checkScript(`const made = ${use};\n`)).code, 0);
  });
}
