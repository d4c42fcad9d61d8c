// A local portal of its own for one test run: free ports, data with nothing but the sample people, gone afterwards.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pythonProgram } from './paths.mjs';
import { CommandFailed, capture, onInterrupt, runInBackground, stopChildren } from './processes.mjs';

const readyWithin = 60_000;
// The web app's own tests show that it is kept; here it would only be waited for.
const readinessDelay = '0';

/** The file into which a portal writes its port once it answers requests; one that was killed leaves it. */
const readNote = (data) => join(data, 'running.json');

function findAnnouncedPort(data) {
  try {
    return JSON.parse(readFileSync(readNote(data), 'utf8')).port;
  } catch {
    return undefined;
  }
}

async function waitUntilReady(data, portal) {
  let ended = false;
  portal.ended.then(() => { ended = true; });
  const deadline = performance.now() + readyWithin;
  while (!ended && performance.now() < deadline) {
    const port = findAnnouncedPort(data);
    if (port) return port;
    await wait(50);
  }
  throw new CommandFailed(`The local portal did not become ready:\n${portal.output()}`);
}

/** Fills a folder of data with nothing but the sample people, who are made once and kept. */
export async function copySamplePeople(data) {
  const { code, output } = await capture(pythonProgram('python'), ['-m', 'tests.prepared_data']);
  if (code !== 0) throw new CommandFailed(output);
  cpSync(output.trim(), data, { recursive: true });
}

/**
 * Starts a local portal, calls `work({ url, port, data, output })` and stops the portal whatever happens.
 * Takes free ports and data with nothing but the sample people unless it is given a `place`, whose data it keeps.
 * Resolves to what `work` resolves to.
 */
export async function withLocalPortal(work, place) {
  const data = place?.data ?? mkdtempSync(join(tmpdir(), 'saguaro-data-'));
  const removeData = () => { if (!place) rmSync(data, { recursive: true, force: true }); };
  const isNotInterrupted = onInterrupt(removeData);
  let portal;
  try {
    if (place) rmSync(readNote(data), { force: true });
    else await copySamplePeople(data);
    portal = runInBackground(pythonProgram('python'), [
      '-m', 'infrastructure.demo', 'start', '--port', String(place?.port ?? 0), '--data', data,
      '--readiness-delay', readinessDelay,
    ]);
    const port = await waitUntilReady(data, portal);
    return await work({ url: `http://localhost:${port}`, port, data, output: portal.output });
  } finally {
    if (portal) await stopChildren([portal.child]);
    removeData();
    isNotInterrupted();
  }
}
