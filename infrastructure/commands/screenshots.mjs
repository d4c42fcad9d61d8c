import { inRepository, pythonProgram } from './paths.mjs';
import { runPlaywright } from './playwright.mjs';
import { attachChild } from './processes.mjs';

/** `npm run screenshots`: takes the pictures in docs/screenshots again, from a local portal with fresh data. */
export default async function screenshots() {
  const code = await runPlaywright('screenshots.config.ts');
  return code || attachChild(pythonProgram('python'), [inRepository('infrastructure', 'commands', 'animation.py')]);
}
