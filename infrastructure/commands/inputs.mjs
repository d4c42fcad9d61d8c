// The files of the repository as Git sees them: what a check reads, and what differs from another commit.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { inRepository, root } from './paths.mjs';

/**
 * Runs Git in the repository.
 *
 * @returns {string | undefined} what it printed; undefined where there is no Git, no repository, or it failed
 */
export function git(...parameters) {
  try {
    return execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 });
  } catch {
    return undefined;
  }
}

/** Names that Git printed with `-z`. */
export const names = (printed) => printed.split('\0').filter(Boolean);

/**
 * A hash of the files below these paths, tracked or new, that Git does not ignore.
 *
 * @param {string[]} paths relative to the repository
 * @param {string[]} facts further text that the hash depends on
 * @returns {string | undefined} undefined where Git lists none
 */
export function hashOfFiles(paths, facts = []) {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths);
  // No file at all is a checkout below an ignored folder, and not a check without inputs.
  if (!listed) return undefined;
  const hash = createHash('sha256').update(JSON.stringify([paths, facts]));
  for (const name of [...new Set(names(listed))].sort()) {
    const file = inRepository(name);
    if (!existsSync(file) || !lstatSync(file).isFile()) continue;
    hash.update(`\0${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
