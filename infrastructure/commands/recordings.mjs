import { playwrightEnvironment } from './browser.mjs';
import { inRepository } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';
import { withLocalPortal } from './stack.mjs';

/** `npm run recordings`: records anew what the portal answers in the states of tests/e2e/matrix, from a local portal with fresh data. */
export default async function recordings() {
  await setUp('python', 'webapp');
  await setUp('names');
  return withLocalPortal(async (portal) => attached(
    inRepository('node_modules', '.bin', 'playwright'), ['test', '--config', 'recordings.config.ts'],
    { cwd: inRepository('tests', 'e2e'), env: await playwrightEnvironment(portal) },
  ));
}
