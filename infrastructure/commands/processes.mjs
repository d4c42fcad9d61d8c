import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './paths.mjs';

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends a command with a message for a person and no stack trace. */
export class CommandFailed extends Error {}

/** The environment of every child: the repository's Python packages can be imported, and are compiled once. */
function environment(extra = {}) {
  return {
    ...process.env,
    PYTHONPATH: [root, `${root}/shared/python`, process.env.PYTHONPATH].filter(Boolean).join(delimiter),
    PYTHONUNBUFFERED: '1',
    // Empty is as good as not set. Each portal, tool and test process would otherwise compile thousands of modules anew.
    PYTHONDONTWRITEBYTECODE: '',
    ...extra,
  };
}

const running = new Set();
const cleanUps = new Set();
let isInterrupted = false;

function tell(child, signal) {
  try {
    // The child and whatever it has started.
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Ends the groups of some children: asks them to stop, and kills what has not after some seconds, or whatever a child
 * that has ended leaves behind.
 */
export async function stopChildren(children, signal = 'SIGTERM', secondsToStop = 10) {
  const ended = children.map((child) => new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', resolve);
  }));
  for (const child of children) tell(child, signal);
  await Promise.race([Promise.all(ended), wait(secondsToStop * 1000, undefined, { ref: false })]);
  for (const child of children) tell(child, 'SIGKILL');
  await Promise.all(ended);
}

async function interrupt(signal) {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error(`\nInterrupted; stopping what was started.`);
  await stopChildren([...running], 'SIGINT');
  for (const cleanUp of cleanUps) cleanUp();
  process.exit(128 + constants.signals[signal]);
}

/** Calls `cleanUp` when the command is interrupted; returns a function that says that it is no longer needed. */
export function onInterrupt(cleanUp) {
  cleanUps.add(cleanUp);
  return () => cleanUps.delete(cleanUp);
}

function listen() {
  if (running.size === 0) for (const signal of interruptions) process.on(signal, interrupt);
}

function stopListening() {
  if (running.size === 0 && !isInterrupted) for (const signal of interruptions) process.off(signal, interrupt);
}

/**
 * Starts a child in a process group of its own, so that Ctrl-C comes to this process alone, which then ends all of
 * the group: what a child started must not outlive it.
 */
function startChild(program, parameters, { cwd, env }) {
  // Before the child starts, or a signal in that moment would end this process and not the child.
  listen();
  const child = spawn(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid === undefined) {
    stopListening();
    return child;
  }
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    stopListening();
  });
  return child;
}

/**
 * Runs a program and collects what it prints.
 * Resolves to `{ code, output }`, also when the program fails or does not exist (code 127); never once the command is
 * interrupted.
 */
export function capture(program, parameters, { cwd = root, env } = {}) {
  return new Promise((resolve) => {
    if (isInterrupted) return;
    const chunks = [];
    const child = startChild(program, parameters, { cwd, env: environment({ NO_COLOR: '1', ...env }) });
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${error.message}\n` }));
    child.on('close', (code, signal) => {
      if (isInterrupted) return;
      resolve({ code: code ?? 128, output: Buffer.concat(chunks).toString() + (signal ? `Ended by ${signal}\n` : '') });
    });
  });
}

/**
 * Runs a program on this terminal and passes signals on to it.
 * Resolves to its exit code.
 */
export function attachChild(program, parameters, { cwd = root, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd, env: environment(env), stdio: 'inherit' });
    const handlers = {
      // A terminal sends Ctrl-C to the child as well; a second one would cut its clean-up short.
      SIGINT: () => { if (!process.stdin.isTTY) child.kill('SIGINT'); },
      SIGTERM: () => child.kill('SIGTERM'),
      SIGHUP: () => child.kill('SIGHUP'),
    };
    for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
    child.on('error', (error) => reject(new CommandFailed(`${program}: ${error.message}`)));
    child.on('close', (code, signal) => {
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Starts a program in the background; its output is collected in the returned object's `output()`. */
export function runInBackground(program, parameters, { cwd = root, env } = {}) {
  const chunks = [];
  const child = startChild(program, parameters, { cwd, env: environment(env) });
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => { chunks.push(Buffer.from(error.message)); resolve(127); });
    child.on('close', (code) => resolve(code ?? 143));
  });
  return { child, ended, output: () => Buffer.concat(chunks).toString() };
}

/** Runs at most `width` of the given functions at a time; resolves to their results in order. */
export async function runInParallel(width, functions) {
  const results = new Array(functions.length);
  let next = 0;
  const worker = async () => {
    while (next < functions.length) {
      const index = next++;
      results[index] = await functions[index]();
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

const isFree = (port) => new Promise((resolve) => {
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
});

/** Finds the first port from `start` on that is free together with the next three. */
export async function findFreePorts(start) {
  for (let port = start; port < 65_000; port += 4) {
    const free = await Promise.all([port, port + 1, port + 2, port + 3].map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new CommandFailed(`No four free ports in a row from ${start} on.`);
}

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
