import { playwrightEnvironment } from './browser.mjs';
import { inRepository } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';
import { withLocalPortal } from './stack.mjs';

/** `npm run screenshots`: takes the pictures in docs/screenshots anew, from a local portal with fresh data. */
export default async function screenshots() {
  await setUp('python', 'webapp');
  await setUp('names');
  return withLocalPortal(async (portal) => attached(
    inRepository('node_modules', '.bin', 'playwright'), ['test', '--config', 'screenshots.config.ts'],
    { cwd: inRepository('tests', 'e2e'), env: await playwrightEnvironment(portal) },
  ));
}
