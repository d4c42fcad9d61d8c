import { playwrightEnvironment } from './browser.mjs';
import { inRepository } from './paths.mjs';
import { attachChild } from './processes.mjs';
import { setUp } from './setup.mjs';
import { withLocalPortal } from './stack.mjs';

/** Runs Playwright with a configuration of tests/e2e against a local portal with fresh data; resolves to its exit code. */
export async function runPlaywright(config) {
  await setUp('python', 'webapp');
  await setUp('names', 'template');
  return withLocalPortal(async (portal) => attachChild(
    inRepository('node_modules', '.bin', 'playwright'), ['test', '--config', config],
    { cwd: inRepository('tests', 'e2e'), env: await playwrightEnvironment(portal) },
  ));
}
