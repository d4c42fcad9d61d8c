import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inRepository } from './paths.mjs';
import { CommandFailed, capture } from './processes.mjs';

// The one without a window first: it is the same browser and takes a third of the work for each page.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium that browser tests use: CHROMIUM_PATH, else one on PATH or in a usual place, else Playwright's own.
 * Throws CommandFailed, which says what to install, when there is none.
 */
export async function chromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [...onPath, ...usualPlaces].find(existsSync);
  if (found) return found;
  const { code, output } = await capture('node', [
    '-e', "process.stdout.write(require('@playwright/test').chromium.executablePath())",
  ], { cwd: inRepository('tests', 'e2e') });
  if (code === 0 && existsSync(output)) return output;
  throw new CommandFailed(
    'The end-to-end tests need Chromium, and none was found. Do one of these:\n'
    + '  apt-get install chromium-headless-shell  (Debian; as root)\n'
    + '  npx playwright install chromium          (Playwright\'s own)\n'
    + '  CHROMIUM_PATH=/path/to/chrome npm test   (one that you have)',
  );
}

/** The environment in which Playwright finds browser and portal. */
export const playwrightEnvironment = async (portal) => ({
  CHROMIUM_PATH: await chromium(),
  PORTAL_URL: portal.url,
  PORTAL_DATA: portal.data,
});
