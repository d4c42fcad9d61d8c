// One command at a time in one clone: a file with the id of the process that has it.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { inRepository, root } from './paths.mjs';
import { CommandFailed } from './processes.mjs';

/** When a process began, in a unit of its system; undefined where that cannot be read. An id alone is given again. */
function beganAt(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isRunning({ pid, began }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process runs, too.
    if (error.code !== 'EPERM') return false;
  }
  return began === beganAt(pid);
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function holderOf(content) {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Writes the file in one step; false when there is one. */
function take(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Takes away the lock of a process that has ended, and never one that somebody has taken meanwhile. */
function removeStale(file, content) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (contentOf(aside) !== content) linkSync(aside, file);
  rmSync(aside);
}

/**
 * Takes the lock of a command until this process ends, however it ends: `holdLock('npm test')`.
 * Returns a function that gives it back earlier.
 * Throws CommandFailed, in one line, while another process has it.
 */
export function holdLock(command, file = inRepository('.local', `${command.replaceAll(' ', '-')}.lock`)) {
  const own = JSON.stringify({ pid: process.pid, began: beganAt(process.pid) });
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file, own)) {
    const content = contentOf(file);
    if (content === undefined) continue;
    const holder = holderOf(content);
    if (holder && isRunning(holder)) {
      throw new CommandFailed(
        `${command} is already running in this clone (process ${holder.pid}); wait for its end or stop it. `
        + `If that is no ${command}, delete ${relative(root, file)}.`,
      );
    }
    removeStale(file, content);
  }
  const release = () => {
    if (contentOf(file) === own) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}
