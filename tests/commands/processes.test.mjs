import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { pythonProgram } from '../../infrastructure/commands/paths.mjs';
import { capture, runInBackground, stopChildren } from '../../infrastructure/commands/processes.mjs';

const module = new URL('../../infrastructure/commands/processes.mjs', import.meta.url);

// Node has to start twice, which takes a while where others want the processor.
const secondsForProcesses = 60;

async function until(condition, seconds = 5) {
  const deadline = performance.now() + seconds * 1000;
  while (!condition()) {
    assert(performance.now() < deadline, `within ${seconds} s: ${condition}`);
    await wait(10);
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // One that has ended stays in the table until somebody asks for its exit code; nobody asks for an orphan's.
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** A shell script with a child of its own; both write their ids into files and then only wait. */
function family(context) {
  const folder = mkdtempSync(join(tmpdir(), 'saguaro-processes-'));
  const files = ['child', 'grandchild'].map((name) => join(folder, name));
  const pids = () => files.map((file) => Number(readFileSync(file, 'utf8')));
  context.after(() => {
    for (const pid of pids().filter(isRunning)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  return {
    folder,
    script: `echo $$ > ${files[0]}; sleep 600 & echo $! > ${files[1]}; wait; wait`,
    started: () => until(() => files.every((file) => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')), secondsForProcesses),
    ended: () => until(() => !pids().some(isRunning)),
  };
}

/** What a command leaves that runs such a script and is interrupted. */
async function interrupted(context, signal) {
  const { folder, script: shellScript, started, ended } = family(context);
  const script = `import { capture, onInterrupt } from '${module}';
    import { writeFileSync } from 'node:fs';
    onInterrupt(() => writeFileSync('${folder}/cleaned', ''));
    await capture('sh', ['-c', '${shellScript}']);
    writeFileSync('${folder}/next', '');`;
  const command = spawn(process.execPath, ['--input-type=module', '-e', script]);
  context.after(() => command.kill('SIGKILL'));
  await started();
  let said = '';
  command.stderr.on('data', (data) => { said += data; });
  command.kill(signal);
  const [code] = await once(command, 'exit');
  await ended();
  return { code, said, isCleaned: existsSync(join(folder, 'cleaned')), wentOn: existsSync(join(folder, 'next')) };
}

for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
  test(`${signal} in the middle leaves nothing running`, async (context) => {
    assert.deepEqual(await interrupted(context, signal), {
      code, said: '\nInterrupted; stopping what was started.\n', isCleaned: true, wentOn: false,
    });
  });
}

test('a child that does not listen to signals is killed', async (context) => {
  const { script, started, ended } = family(context);
  const { child, ended: closed } = runInBackground('sh', ['-c', `trap "" TERM; ${script}`]);
  await started();
  await stopChildren([child], 'SIGTERM', 0.1);
  await ended();
  assert.equal(await closed, 143);
});

test('what a child leaves behind when it ends is stopped', async (context) => {
  const { script, started, ended } = family(context);
  const { child } = runInBackground('sh', ['-c', `${script.replace('wait; wait', 'exit 0')}`]);
  await started();
  await stopChildren([child]);
  await ended();
});

test('a child in Python keeps what it compiles, whatever is set for this process', async (context) => {
  const before = process.env.PYTHONDONTWRITEBYTECODE;
  context.after(() => {
    if (before === undefined) delete process.env.PYTHONDONTWRITEBYTECODE;
    else process.env.PYTHONDONTWRITEBYTECODE = before;
  });
  process.env.PYTHONDONTWRITEBYTECODE = '1';
  const { output } = await capture(pythonProgram('python'), ['-c', 'import sys; print(sys.dont_write_bytecode)']);
  assert.equal(output, 'False\n');
});
