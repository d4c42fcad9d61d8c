import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { CommandFailed } from '../../infrastructure/commands/processes.mjs';
import { needRoom, noRoomLeft, saysNoRoom } from '../../infrastructure/commands/room.mjs';

/** A small copy of the project, with an npm that only notes that it was called and makes what it is asked for. */
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

/** Sets up the node modules of a copy; resolves to what it said, whether or not it could. */
async function setUp(folder, env = {}) {
  const script = `import { setUp } from '${folder}/infrastructure/commands/setup.mjs'; await setUp('node').catch((error) => console.log(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, ...env },
  });
  // How long it took is said only where that was long.
  return stdout.replaceAll(/^✓.*\n/gm, '');
}

for (const path of ['node_modules', '.venv', '.local', '.local/sam', '.local/checkov', 'webapp/node_modules', 'webapp/dist', 'tests/e2e/node_modules']) {
  test(`where ${path} is a link, setting up stops and touches nothing`, async (context) => {
    const folder = copy(context);
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, 'kept'), 'theirs');
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(elsewhere, join(folder, path));

    assert.equal(
      await setUp(folder),
      `${path} is a link to ${elsewhere}, which would be changed. Nothing was done; remove the link first.\n`,
    );
    assert.deepEqual(readdirSync(elsewhere), ['kept']);
    assert(!existsSync(join(folder, '.local', 'setup.json')));
    if (path !== 'node_modules') assert(!existsSync(join(folder, 'node_modules')));
  });
}

test('what is installed and why is said in one line, and nothing when nothing changed', async (context) => {
  const folder = copy(context);
  const missing = '· Installing the node modules: node_modules/.package-lock.json is not there or not complete\n';
  assert.equal(await setUp(folder), missing);
  assert.equal(await setUp(folder), '');
  writeFileSync(join(folder, 'package-lock.json'), `${readFileSync(join(folder, 'package-lock.json'))} `);
  assert.equal(await setUp(folder), '· Installing the node modules: package-lock.json or the Node version changed\n');
  rmSync(join(folder, 'node_modules'), { recursive: true });
  assert.equal(await setUp(folder), missing);
});

test('an installation that found the disk full says so in one line', async (context) => {
  const said = await setUp(copy(context), { NPM_SAYS: 'npm error code ENOSPC' });
  assert.match(said, /\nThere is no room left on the disk \(npm ci [^\n]*\)\. Free some and run the command again\.\n$/);
  assert.doesNotMatch(said, /npm error/);
});

test('a step that needs more room than there is does not begin', () => {
  assert.throws(() => needRoom(tmpdir(), Number.MAX_SAFE_INTEGER), (error) => error instanceof CommandFailed
    && /^The disk of \S+ has \d+ MB left, and \d+ MB are needed\. [^\n]*$/.test(error.message));
  assert.doesNotThrow(() => needRoom(tmpdir(), 1));
});

test('whoever finds the disk full is understood', () => {
  for (const text of ['ENOSPC', 'EDQUOT', 'OSError: [Errno 28] No space left on device']) assert(saysNoRoom(text), text);
  for (const text of [undefined, 'EACCES', 'ENOENT']) assert(!saysNoRoom(text), text);
  assert(noRoomLeft('a file') instanceof CommandFailed);
});
