import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

/**
 * `npm test -- e2e` starts a local portal and names it in the environment.
 * Against one that runs already: `PORTAL_URL=http://localhost:8080 npx playwright test` in this folder.
 */
export default defineConfig({
  testDir: '.',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A browser on a busy machine can miss a moment. `npm test` names every test that passed only when repeated.
  retries: 1,
  // What is there is not waited for: long limits cost only what fails.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: '../../.local/reports/e2e',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['line'], ['json']] : [['line']],
  use: {
    baseURL: process.env.PORTAL_URL ?? 'http://localhost:8080',
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    actionTimeout: 30_000,
    // A trace costs a third of the time; `--trace retain-on-failure` has one for a test that needs it.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // Chromium refuses to run as root with its sandbox; in a container there is often nobody else.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
