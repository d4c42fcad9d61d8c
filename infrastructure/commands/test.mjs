import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { findChromium, findFirefox } from './browser.mjs';
import { listChanges } from './changes.mjs';
import { checkTasks, listChecks, setUpForChecks, summarizeChecks } from './check.mjs';
import { holdLock } from './lockfile.mjs';
import { runMutants } from './mutants.mjs';
import { CommandFailed, runInParallel, seconds } from './processes.mjs';
import { setUp } from './setup.mjs';
import { withLocalPortal } from './stack.mjs';
import { groupPython, report, runPython, suites } from './suites.mjs';

const all = ['check', ...Object.keys(suites)];
const needsBuild = new Set(['check', 'infrastructure', 'bench', 'e2e', 'fuzz']);
const cores = 2;
const threeYears = 3 * 365 * 24 * 3_600_000;

/**
 * Returns the moment that a day draws, within the three years that follow it, in ISO 8601.
 *
 * @param {string} day UTC day, such as 2026-11-29. The same day always draws the same moment, so that a failure of CI
 * can be repeated.
 */
export function drawMoment(day) {
  const share = createHash('sha256').update(day).digest().readUInt32BE() / 2 ** 32;
  return new Date(Date.parse(day) + share * threeYears).toISOString();
}

function parseDate(text) {
  if (text === 'daily') return drawMoment(new Date().toISOString().slice(0, 10));
  const isComplete = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text ?? '');
  if (!isComplete || Number.isNaN(Date.parse(text))) {
    throw new CommandFailed(`--date takes a time such as 2027-12-31T23:58-07:00, or daily, not "${text ?? ''}".`);
  }
  return text;
}

function parseSeed(text) {
  if (!/^\d{1,9}$/.test(text ?? '')) throw new CommandFailed(`--seed takes a number of at most nine digits, not "${text ?? ''}".`);
  return text;
}

function parseAddress(text) {
  const address = URL.canParse(text ?? '') ? new URL(text) : undefined;
  if (!address || !['http:', 'https:'].includes(address.protocol)) {
    throw new CommandFailed(`--dynamodb takes an address such as http://localhost:8000, not "${text ?? ''}".`);
  }
  return text;
}

async function checkAddress(address) {
  try {
    // Any answer will do: each DynamoDB has another one for a request without an operation.
    await fetch(address, { signal: AbortSignal.timeout(10_000) });
  } catch {
    throw new CommandFailed(`No DynamoDB answers at ${address}. Start it, or correct the address that follows --dynamodb.`);
  }
}

/**
 * Parses `[--deep] [--date TIME] [--seed N] [--dynamodb URL] [suite…] [options and files of the suite's own runner]`.
 * Returns `{ chosen, isDeep, date, seed, dynamodb, rest }`; throws CommandFailed for an unknown suite or option.
 */
export function parseArguments(parameters) {
  const remaining = parameters.flatMap((each) => (/^--(date|seed|dynamodb)=/.test(each) ? each.split(/=(.*)/s).slice(0, 2) : [each]));
  const found = { chosen: [], isDeep: false, date: undefined, seed: undefined, dynamodb: undefined, rest: [] };
  while (remaining.length > 0) {
    const next = remaining.shift();
    if (next === '--deep') found.isDeep = true;
    else if (next === '--date') found.date = parseDate(remaining.shift());
    else if (next === '--seed') found.seed = parseSeed(remaining.shift());
    else if (next === '--dynamodb') found.dynamodb = parseAddress(remaining.shift());
    else if (found.rest.length === 0 && all.includes(next)) found.chosen.push(next);
    else found.rest.push(next);
  }
  const [first] = found.rest;
  if (first !== undefined && (found.chosen.length !== 1 || found.chosen[0] === 'bench')) {
    throw new CommandFailed(first.startsWith('-')
      ? `Unknown option: ${first}. Options: --deep, --date, --seed, --dynamodb; those of a runner follow the one suite that is named.`
      : `Unknown suite: ${first}. Suites: ${all.join(', ')}.`);
  }
  if (found.dynamodb !== undefined && found.chosen.join() !== 'api') {
    throw new CommandFailed('--dynamodb goes with one suite, api: npm test -- --dynamodb http://localhost:8000 api.');
  }
  return found;
}

/** Prints how a suite ended; a runner that broke before it counted anything is a failure, too. */
async function timeSuite(name, work) {
  const started = performance.now();
  const result = { skipped: 0, ...await work() };
  const time = performance.now() - started;
  if (result.code !== 0 && result.failed === 0) result.failed = 1;
  if (result.passed + result.failed === 0) Object.assign(result, { failed: 1, output: `${result.output}\nNo test ran.` });
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds(time)})`);
  if (result.failed > 0) console.log(`\n── ${name} ──\n${result.output.trimEnd()}\n`);
  return { name, ...result, time };
}

const runSuite = (name, run) => timeSuite(name, () => suites[name].run(run));

/** Runs the suites that share one local portal, one after the other. */
const runWithPortal = (names, run) => withLocalPortal(async (portal) => {
  const results = [];
  for (const name of names) {
    const result = await runSuite(name, { ...run, portal });
    if (result.failed > 0) console.log(`── the portal's log ──\n${portal.output().split('\n').slice(-60).join('\n')}`);
    results.push(result);
  }
  return results;
});

function table(results) {
  const row = (name, passed, failed, skipped, time) => `${name.padEnd(30)}${String(passed).padStart(8)}${String(failed).padStart(8)}`
    + `${String(skipped).padStart(9)}${time.padStart(10)}`;
  return [
    row('', 'passed', 'failed', 'skipped', 'time'),
    ...results.map(({ name, passed, failed, skipped, time }) => row(name, passed, failed, skipped, seconds(time))),
  ].join('\n');
}

/** Runs what keeps one core busy side by side, then pytest on both, then the suites that need the portal. */
async function runAll({ chosen, rest, isDeep }) {
  const run = { rest, isDeep };
  const names = Object.keys(suites).filter((name) => chosen.includes(name));
  const alone = names.filter((name) => !suites[name].needsPortal && !suites[name].isPython);
  const checks = chosen.includes('check') ? checkTasks(rest) : [];
  const started = performance.now();
  let checksEnded = started;
  // The longest come first.
  const outcomes = await runInParallel(cores, [
    ...alone.map((name) => () => runSuite(name, run)),
    ...checks.map((task) => () => task().finally(() => { checksEnded = performance.now(); })),
  ]);
  const results = outcomes.slice(0, alone.length);
  if (checks.length > 0) {
    results.unshift({ name: 'check', skipped: 0, ...summarizeChecks(outcomes.slice(alone.length)), time: checksEnded - started });
  }
  for (const group of groupPython(chosen)) results.push(await timeSuite(group.join(', '), () => runPython(group, run)));
  const withPortal = names.filter((name) => suites[name].needsPortal);
  if (withPortal.length > 0) results.push(...await runWithPortal(withPortal, run));
  return results;
}

/** Chooses all suites, but the benchmarks only after their code changed: their small sizes prove that they run. */
async function chooseSuites(isDeep) {
  const changes = await listChanges();
  const hasBench = isDeep || changes === null || changes.some((file) => file.startsWith('tests/bench/'));
  return hasBench ? all : all.filter((name) => name !== 'bench');
}

/**
 * `npm test -- [--deep] [--date TIME] [--seed N] [--dynamodb URL] [suites]`: the checks and every suite, or the named
 * ones; without `--deep` the benchmarks only run after their code changed. What follows a single suite goes to its runner: `npm test -- api tests/api/test_users.py -k touch`. The last line
 * is the count.
 */
export default async function test(parameters) {
  const { chosen: named, isDeep, date, seed, dynamodb, rest } = parseArguments(parameters);
  const isWhole = named.length === 0;
  const chosen = isWhole ? await chooseSuites(isDeep) : named;
  if (chosen.includes('check')) listChecks(rest);
  if (isDeep && chosen.includes('e2e')) findFirefox();
  const needsBrowser = chosen.some((name) => suites[name]?.needsBrowser);
  if (needsBrowser) await findChromium();
  if (dynamodb) await checkAddress(dynamodb);
  await holdLock();

  const started = performance.now();
  if (isDeep) process.env.TEST_DEPTH = 'deep';
  if (seed) process.env.TEST_SEED = seed;
  if (dynamodb) process.env.TEST_DYNAMODB = dynamodb;
  const moment = date ?? (isDeep ? new Date(Date.now() + Math.random() * threeYears).toISOString() : undefined);
  if (moment) {
    process.env.TEST_NOW = moment;
    console.log(`· Python and web tests run as if it were ${moment}.`);
  }
  if (chosen.includes('check')) await setUpForChecks();
  await setUp(
    'python',
    chosen.some((name) => needsBuild.has(name)) ? 'webapp' : 'types',
    ...(chosen.includes('infrastructure') ? ['sam'] : []),
  );
  await setUp('names', 'template', ...(chosen.includes('e2e') ? ['developmentSite'] : []));
  rmSync(report(''), { recursive: true, force: true });
  mkdirSync(report(''), { recursive: true });

  const results = await runAll({ chosen, rest, isDeep });
  if (isDeep && isWhole) results.push(await timeSuite('mutants', () => runMutants([])));
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${table(results)}\n\nin ${seconds(performance.now() - started)}\n`);
  for (const title of results.flatMap(({ repeated }) => repeated ?? [])) console.log(`passed only when repeated: ${title}`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}
