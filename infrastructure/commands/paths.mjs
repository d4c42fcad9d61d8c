import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');

/** A path inside the repository. */
export const inRepository = (...parts) => join(root, ...parts);

/** A program of one of the Python environments: `.venv`, `.local/sam` or `.local/checkov`. */
export const pythonProgram = (name, environment = '.venv') => inRepository(environment, 'bin', name);

/**
 * The Chromium that browser tests use: CHROMIUM_PATH, else one found on PATH or in the usual places.
 * Undefined when there is none, and then Playwright looks for the one it installed itself.
 */
export function chromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(':');
  const usual = [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...usual].find(existsSync);
}
