import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const isDeep = process.env.TEST_DEPTH === 'deep';
const { PORTAL_URL: portal, CHROMIUM_PATH: chromium, FIREFOX_PATH: firefox, BROWSER_RETRIES: retries, TEST_SEED: seed } = process.env;

/** The spec files in an order drawn from the seed. */
function shuffled(drawnFrom: string): string[] {
  const place = (file: string) => createHash('sha256').update(`${drawnFrom} ${file}`).digest('hex');
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  return files.sort((a, b) => place(a).localeCompare(place(b)));
}

/**
 * `npm test -- e2e` starts a local portal and names it in the environment.
 * Against one that runs already: `PORTAL_URL=http://localhost:8080 npx playwright test` in this folder.
 * With `TEST_SEED` the files run in an order drawn from it.
 */
export default defineConfig({
  testDir: '.',
  // Only the deep run names a Firefox, and has the time for WebKit and three judges.
  testIgnore: [...(firefox ? [] : ['firefox.spec.ts']), ...(isDeep ? [] : ['judges.spec.ts', 'webkit.spec.ts'])],
  // Two cores have time for a third page while the others wait for the portal, or for the next frame.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Only continuous integration asks for a repetition, and names what needed one.
  retries: Number(retries ?? 0),
  // What is there is not waited for: limits cost only what fails.
  timeout: 60_000,
  expect: { timeout: 20_000, toPass: { timeout: 20_000 } },
  outputDir: '../../.local/reports/e2e',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  // The runner has no order of files but that of projects.
  projects: seed ? shuffled(seed).map((file) => ({ name: file, testMatch: file })) : undefined,
  use: {
    baseURL: portal ?? 'http://localhost:8080',
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Every frame of a movement is drawn by the processor; the tests that are about a movement ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    // A trace costs a third of the time; `--trace retain-on-failure` has one for a test that needs it.
    launchOptions: {
      executablePath: chromium || undefined,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // Chromium refuses to run as root with its sandbox; in a container there is often nobody else.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
