import { runPlaywright } from './playwright.mjs';

/** `npm run recordings`: records anew what the portal answers in the states of tests/e2e/matrix, from a local portal with fresh data. */
export default () => runPlaywright('recordings.config.ts');
