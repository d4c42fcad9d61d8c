import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { CommandFailed } from '../../infrastructure/commands/processes.mjs';
import { isDiskFull, requireRoom } from '../../infrastructure/commands/room.mjs';

/** Makes a small copy of the project with an npm that only creates its lock file, or fails with NPM_SAYS. */
function copy(context) {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-setup-'));
  context.after(() => rmSync(folder, { recursive: true }));
  cpSync(inRepository('infrastructure', 'commands'), join(folder, 'infrastructure', 'commands'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) cpSync(inRepository(file), join(folder, file));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    join(folder, 'bin', 'npm'),
    '#!/bin/sh\n[ -z "$NPM_SAYS" ] || { echo "$NPM_SAYS"; exit 1; }\nmkdir -p node_modules && echo > node_modules/.package-lock.json\n',
    { mode: 0o755 },
  );
  return folder;
}

async function setUp(folder, env = {}) {
  const script = `import { setUp } from '${folder}/infrastructure/commands/setup.mjs'; await setUp('node').catch((error) => console.log(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
  });
  return stdout;
}

test('node modules are installed once, and again when the lock file changes or they are gone', async (context) => {
  const folder = copy(context);
  const installing = '· Installing the node modules\n';
  assert.equal(await setUp(folder), installing);
  assert.equal(await setUp(folder), '');
  writeFileSync(join(folder, 'package-lock.json'), `${readFileSync(join(folder, 'package-lock.json'))} `);
  assert.equal(await setUp(folder), installing);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.equal(await setUp(folder), installing);
});

test('a failed installation is repeated by the next command', async (context) => {
  const folder = copy(context);
  await setUp(folder);
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  assert.match(await setUp(folder, { NPM_SAYS: 'no network' }), /no network[\s\S]*ended with code 1\. Check the connection/);
  assert.equal(await setUp(folder), '· Installing the node modules\n');
});

test('an installation on a full disk ends in one line', async (context) => {
  const output = await setUp(copy(context), { NPM_SAYS: 'npm error code ENOSPC' });
  assert.match(output, /\nThe disk is full \(npm ci [^\n]*\)\. Free some space and run the command again\.\n$/);
  assert.doesNotMatch(output, /npm error/);
});

test('a step without enough disk space does not start', () => {
  assert.throws(() => requireRoom(tmpdir(), Number.MAX_SAFE_INTEGER), (error) => error instanceof CommandFailed
    && /^The disk of \S+ has \d+ MB left; \d+ MB are needed\. [^\n]*$/.test(error.message));
  assert.doesNotThrow(() => requireRoom(tmpdir(), 1));
});

test('messages about a full disk are recognized', () => {
  for (const text of ['ENOSPC', 'EDQUOT', 'OSError: [Errno 28] No space left on device']) assert(isDiskFull(text), text);
  for (const text of [undefined, 'EACCES', 'ENOENT']) assert(!isDiskFull(text), text);
});
