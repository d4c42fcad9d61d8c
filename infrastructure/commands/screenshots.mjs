import { runPlaywright } from './playwright.mjs';

/** `npm run screenshots`: takes the pictures in docs/screenshots anew, from a local portal with fresh data. */
export default () => runPlaywright('screenshots.config.ts');
