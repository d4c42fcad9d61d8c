// A local portal of its own for one test run: free ports, fresh data, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pythonProgram } from './paths.mjs';
import { CommandFailed, background, freePorts } from './processes.mjs';

const readyWithin = 60_000;
// Tests and measurements call from one address as often as a whole town.
const rateFactor = '1000';

async function untilReady(url, portal) {
  let ended = false;
  portal.ended.then(() => { ended = true; });
  const deadline = performance.now() + readyWithin;
  while (!ended && performance.now() < deadline) {
    const response = await fetch(`${url}/configuration`).catch(() => undefined);
    if (response?.ok) return;
    await wait(100);
  }
  throw new CommandFailed(`The local portal did not become ready:\n${portal.output()}`);
}

/**
 * Starts a local portal, calls `work({ url, port, data, output })` and stops the portal whatever happens.
 * Takes free ports and fresh data unless it is given a `place`, whose data it keeps.
 * Resolves to what `work` resolves to.
 */
export async function withLocalPortal(work, place) {
  const port = place?.port ?? await freePorts(8180);
  const data = place?.data ?? mkdtempSync(join(tmpdir(), 'saguaro-data-'));
  const portal = background(pythonProgram('python'), [
    '-m', 'infrastructure.local', 'start', '--port', String(port), '--data', data, '--rate-factor', rateFactor,
  ]);
  const stop = async () => {
    portal.child.kill('SIGTERM');
    const stopped = await Promise.race([portal.ended, wait(10_000, 'late', { ref: false })]);
    if (stopped === 'late') portal.child.kill('SIGKILL');
    if (!place) rmSync(data, { recursive: true, force: true });
  };
  const interrupted = () => { stop().finally(() => process.exit(130)); };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const url = `http://localhost:${port}`;
    await untilReady(url, portal);
    return await work({ url, port, data, output: portal.output });
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await stop();
  }
}
