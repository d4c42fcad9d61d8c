// The limits on what pages and the landing page's files may cost hold the measured figures, and only go down. Budgets of
// code and the goals of measurements move only with an architecture decision.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
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

const budgetFile = 'infrastructure/checks/budgets.json';
const benchFolder = 'tests/bench';
const decisions = 'docs/adr';

/** Lists the limits that a later version of a file raises. */
function compareVersions(file, listLimits, before, after) {
  const limitsBefore = new Map(listLimits(JSON.parse(before)));
  return listLimits(JSON.parse(after))
    .filter(([name, figure]) => figure > limitsBefore.get(name))
    .map(([name, figure]) => `${file}: ${name} ${limitsBefore.get(name)} → ${figure} (limits only go down)`);
}

/** Lists the goals of a measurement: the numbers that its source gives to `at_most`, `at_least`, a GOAL or a MAX. */
function listGoals(source) {
  return [...source.matchAll(/\b(?:at_most|at_least|GOAL\w*|MAX_\w+)\b["']?\s*[:=]\s*([\d._]+)/g)].map(([, number]) => number);
}

/** Lists goals that a later version of a measurement does not have any more. */
function findMovedGoals(file, before, after) {
  const left = listGoals(after);
  return listGoals(before).filter((goal) => {
    const place = left.indexOf(goal);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  }).map((goal) => `${file}: the goal ${goal} moved without a decision in ${decisions}`);
}

/** Lists budgets and goals that moved since the versions that `read` returns by file name. */
function findMoved(folder, read) {
  const files = existsSync(join(folder, benchFolder)) ? readdirSync(join(folder, benchFolder)) : [];
  const goals = files.filter((name) => /\.(py|mjs)$/.test(name)).map((name) => `${benchFolder}/${name}`);
  const compare = (file, compareWith) => {
    const before = existsSync(join(folder, file)) ? read(file) : undefined;
    return before === undefined ? [] : compareWith(before, readFileSync(join(folder, file), 'utf8'));
  };
  return [
    ...compare(budgetFile, (before, after) => compareVersions(budgetFile, ({ limits }) => Object.entries(limits), before, after)),
    ...goals.flatMap((file) => compare(file, (before, after) => findMovedGoals(file, before, after))),
  ];
}

/**
 * Compares each file of limits in the working tree with its committed versions: that of HEAD, of the commit before
 * HEAD and of the point at which the branch left origin/main, as far as there are any.
 *
 * @param {string} folder the root of a checkout
 * @returns {string[]} a line for each limit that is higher than before, and for each budget or goal that moved although no
 *   decision did; none in a folder without history
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
  const moved = commits
    .filter((commit) => git('rev-parse', '--verify', '--quiet', commit) !== undefined)
    .filter((commit) => !git('diff', '--name-only', commit, '--', decisions)?.trim() && !git('ls-files', '--others', '--exclude-standard', decisions)?.trim())
    .flatMap((commit) => findMoved(folder, (file) => git('show', `${commit}:./${file}`)));
  return [...new Set([...lines, ...moved])];
}
