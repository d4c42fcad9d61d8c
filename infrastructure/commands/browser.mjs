import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CommandFailed, capture } from './processes.mjs';

// The headless shell first: the same engine with a third of the work for each page.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Lists the browsers that `npx playwright install chromium` has downloaded for this user. */
function listDownloaded() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH
    ?? join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache).filter((name) => name.startsWith('chromium')).flatMap((name) => [
    join(cache, name, 'chrome-linux', 'headless_shell'),
    join(cache, name, 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
    join(cache, name, 'chrome-linux', 'chrome'),
    join(cache, name, 'chrome-linux64', 'chrome'),
  ]);
}

/** Finds a program: the first of these names on PATH, else the first of these places. */
function findProgram(programs, places = []) {
  const { PATH: path = '' } = process.env;
  const onPath = programs.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, ...places].find(isExecutable);
}

/** Finds a browser: the one that the variable names, else one of these names on PATH, else one of these places. */
function lookFor(variable, programs, places) {
  const named = process.env[variable];
  if (!named) return findProgram(programs, places);
  if (isExecutable(named)) return named;
  throw new CommandFailed(`${variable} names no program: ${named}.`);
}

const lookForChromium = () => lookFor('CHROMIUM_PATH', names, [...usualPlaces, ...listDownloaded()]);

/** Returns the program of a Firefox. Throws CommandFailed, in one line, when there is none. */
export function findFirefox() {
  const found = lookFor('FIREFOX_PATH', ['firefox', 'firefox-esr'], ['/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']);
  if (found) return found;
  throw new CommandFailed('The deep browser tests also need Firefox: install Debian\'s firefox-esr, or set FIREFOX_PATH.');
}

/**
 * Finds the programs that run WebKit without a screen, and tells which of their Debian packages are `missing`. The
 * browser, WebKit's MiniBrowser, comes with its driver, which knows where it is.
 */
export function findWebkit() {
  const driver = findProgram(['WebKitWebDriver']);
  const screen = findProgram(['Xvfb']);
  return { driver, screen, missing: [...(driver ? [] : ['webkit2gtk-driver']), ...(screen ? [] : ['xvfb'])] };
}

/**
 * Resolves to the program of a Chromium. With no Chromium on the machine, root on Debian gets one installed.
 * Throws CommandFailed, in one line, when there is none.
 */
export async function findChromium() {
  const found = lookForChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && (await capture('apt-get', ['--version'])).code === 0) {
    console.log('· Installing Chromium (apt-get install chromium-headless-shell)');
    await capture('sh', ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation'], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = lookForChromium();
    if (installed) return installed;
  }
  throw new CommandFailed(
    'Browser tests need Chromium: install Debian\'s chromium-headless-shell, run "npx playwright install chromium", or set CHROMIUM_PATH. '
    + 'Other suites run by name: npm test -- check unit api.',
  );
}

/** Resolves to the environment in which Playwright finds browser and portal. */
export const playwrightEnvironment = async (portal) => ({
  CHROMIUM_PATH: await findChromium(),
  PORTAL_URL: portal.url,
  PORTAL_DATA: portal.data,
});
