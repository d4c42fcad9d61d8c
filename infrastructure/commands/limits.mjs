// The limits on what pages and the landing page's files may cost: they hold the measured figures, and only go down.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Each file of limits, with a function that lists its limits as `[name, figure]`. */
const limitFiles = {
  'tests/e2e/pages.json': ({ layoutShift, costs = [] }) => [
    ['layout shift', layoutShift],
    ...costs.flatMap(({ path, requests, javaScript }) => [
      [`${path}: requests`, requests],
      [`${path}: KB of JavaScript`, javaScript],
    ]),
  ],
  'webapp/tools/size.json': ({ kilobytes }) => Object.entries(kilobytes),
};

/** Lists the limits that a later version of a file raises. */
function compareVersions(file, listLimits, before, after) {
  const limitsBefore = new Map(listLimits(JSON.parse(before)));
  return listLimits(JSON.parse(after))
    .filter(([name, figure]) => figure > limitsBefore.get(name))
    .map(([name, figure]) => `${file}: ${name} ${limitsBefore.get(name)} → ${figure} (limits only go down)`);
}

/**
 * Compares each file of limits in the working tree with its committed versions: that of HEAD, of the commit before
 * HEAD and of the point at which the branch left origin/main, as far as there are any.
 *
 * @param {string} folder the root of a checkout
 * @returns {string[]} a line for each limit that is higher than before; none in a folder without history
 */
export function findRaisedLimits(folder = root) {
  const git = (...parameters) => {
    try {
      return execFileSync('git', parameters, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return undefined;
    }
  };
  const branchPoint = git('merge-base', 'HEAD', 'origin/main')?.trim();
  const commits = ['HEAD', 'HEAD~1', ...(branchPoint ? [branchPoint] : [])];
  const lines = Object.entries(limitFiles).flatMap(([file, listLimits]) => {
    const after = readFileSync(join(folder, file), 'utf8');
    return commits
      .map((commit) => git('show', `${commit}:./${file}`))
      .filter((before) => before !== undefined)
      .flatMap((before) => compareVersions(file, listLimits, before, after));
  });
  return [...new Set(lines)];
}
