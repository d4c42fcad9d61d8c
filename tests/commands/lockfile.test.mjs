import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { holdLock } from '../../infrastructure/commands/lockfile.mjs';
import { CommandFailed } from '../../infrastructure/commands/processes.mjs';

const module = new URL('../../infrastructure/commands/lockfile.mjs', import.meta.url);

function lockFile(context) {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-lock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.lock');
}

/** Another process that says "held" once it has the lock, and why not when it has not; it ends when it is told to. */
function holder(context, file) {
  const script = `import { holdLock } from '${module}';
    try { holdLock('npm test', '${file}'); console.log('held'); process.stdin.resume(); process.stdin.on('end', () => process.exit()); }
    catch (error) { console.log(error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  context.after(() => child.kill('SIGKILL'));
  const said = once(child.stdout, 'data').then(([data]) => String(data));
  return { child, said, ended: once(child, 'exit') };
}

test('a second run is refused in one line that names the first', async (context) => {
  const file = lockFile(context);
  const { child, said } = holder(context, file);
  assert.equal(await said, 'held\n');
  assert.throws(() => holdLock('npm test', file), (error) => {
    assert(error instanceof CommandFailed);
    assert.match(error.message, new RegExp(`^npm test is already running in this clone \\(process ${child.pid}\\)[^\\n]*$`));
    return true;
  });
});

test('a lock is given back when it is released', (context) => {
  const file = lockFile(context);
  holdLock('npm test', file)();
  assert(!existsSync(file));
  holdLock('npm test', file)();
});

test('a lock is given back when its process exits', async (context) => {
  const file = lockFile(context);
  const { child, said, ended } = holder(context, file);
  await said;
  child.stdin.end();
  await ended;
  assert(!existsSync(file));
});

test('the lock of a killed process is not in force', async (context) => {
  const file = lockFile(context);
  const { child, said, ended } = holder(context, file);
  await said;
  child.kill('SIGKILL');
  await ended;
  assert(existsSync(file));
  const release = holdLock('npm test', file);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).pid, process.pid);
  release();
});

test('the lock of a process whose id another one has now is not in force', { skip: process.platform !== 'linux' }, (context) => {
  const file = lockFile(context);
  writeFileSync(file, JSON.stringify({ pid: process.ppid, began: '1' }));
  holdLock('npm test', file)();
});

test('a damaged lock is not in force', (context) => {
  const file = lockFile(context);
  writeFileSync(file, '{');
  holdLock('npm test', file)();
});

test('of many runs at once over a stale lock one has it', async (context) => {
  const file = lockFile(context);
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1 }));
  const holders = Array.from({ length: 6 }, () => holder(context, file));
  const said = await Promise.all(holders.map((each) => each.said));
  assert.equal(said.filter((text) => text === 'held\n').length, 1, said.join(''));
});
