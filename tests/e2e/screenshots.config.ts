import config from './playwright.config';

/** `npm run screenshots`: takes the pictures of the documentation. */
export default { ...config, testMatch: 'screenshots.ts', fullyParallel: false, workers: 1 };
