import config from './playwright.config';

/** `npm run recordings` writes tests/e2e/matrix/recordings with it. */
export default { ...config, projects: undefined, testDir: 'matrix', testMatch: 'record.ts', retries: 0 };
