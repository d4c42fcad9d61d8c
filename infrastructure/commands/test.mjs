import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conditions, recordTests } from '../measurements.mjs';
import { chromium } from './browser.mjs';
import { comparedWithBudgets, readBudgets } from './budgets.mjs';
import { checkTasks, judged, setUpForChecks } from './check.mjs';
import { holdLock } from './lockfile.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';
import { setUp } from './setup.mjs';
import { inSlots } from './slots.mjs';
import { withLocalPortal } from './stack.mjs';
import { report, suites, together } from './suites.mjs';

const cores = 2;
const goals = { whole: 600_000, unitAndApi: 60_000 };
const options = {
  deep: { type: 'boolean', default: false },
  changed: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  seed: { type: 'string' },
};
const reads = { kept: inRepository('.local', 'reads'), underWay: inRepository('.local', 'reads.underway') };

/** What the command line asks for, as `{ chosen, isAll, isDeep, isChanged, isRecorded, seed }`; throws CommandFailed for what there is not. */
function parsed(parameters) {
  let values, positionals;
  try {
    ({ values, positionals } = parseArgs({ args: parameters, options, allowPositionals: true }));
  } catch (error) {
    throw new CommandFailed(`${error.message.split('. ')[0]}. There are: ${Object.keys(options).map((name) => `--${name}`).join(', ')}.`);
  }
  const all = ['check', ...Object.keys(suites)];
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new CommandFailed(`Unknown suite: ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
    throw new CommandFailed(`--seed takes a whole number of at most nine digits, not "${values.seed}".`);
  }
  if (values.changed && (positionals.length > 0 || values.deep || values.record)) {
    throw new CommandFailed('--changed chooses by itself what to run: name no suite, and leave --deep and --record out.');
  }
  return {
    chosen: positionals.length > 0 ? positionals : all,
    isAll: positionals.length === 0,
    isDeep: values.deep,
    isChanged: values.changed,
    isRecorded: values.record,
    seed: values.seed,
  };
}

/** What depends on the files that differ from main, as `{ suite: files }`; undefined when that is everything. */
async function selected() {
  await setUp('python');
  const { code, output } = await capture(pythonProgram('python'), ['-m', 'tests.selection.selected']);
  if (code !== 0) throw new CommandFailed(output.trimEnd());
  const { everything, suites: needed } = JSON.parse(output);
  if (everything) {
    console.log(`· Everything is run: ${everything}.`);
    return undefined;
  }
  for (const [name, files] of Object.entries(needed)) {
    console.log(`· ${name}${files.length > 0 ? `: ${files.length} of its files, or what depends on them` : ''}`);
  }
  return needed;
}

/** Has the suites record what they read, for `--changed`; resolves to what `work` resolves to. */
async function recordingReads(work) {
  rmSync(reads.underWay, { recursive: true, force: true });
  process.env.TEST_READS = reads.underWay;
  const result = await work();
  if (existsSync(reads.underWay)) {
    rmSync(reads.kept, { recursive: true, force: true });
    renameSync(reads.underWay, reads.kept);
  }
  return result;
}

/** Says how a suite ended; a runner that broke before it counted anything is a failure, too. */
function ended(name, found, time, run) {
  const result = { skipped: 0, tests: [], ...found };
  if (result.code !== 0 && result.failed === 0) result.failed = 1;
  // What depends on a few files may be no test at all.
  const mayBeEmpty = result.code === 0 && run.selection?.[name]?.length > 0;
  if (result.passed + result.failed === 0 && !mayBeEmpty) Object.assign(result, { failed: 1, output: `${result.output}\nNo test ran.` });
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds(time)})`);
  if (result.failed > 0) console.log(`\n── ${name} ──\n${result.output.trimEnd()}\n`);
  return { name, ...result, time };
}

/** Runs one suite. */
async function runSuite(name, run) {
  const started = performance.now();
  const result = await suites[name].run({ ...run, files: run.selection?.[name] });
  return ended(name, result, performance.now() - started, run);
}

/** Runs the suites that one run serves; of its time, each is said to have taken the share of its tests. */
async function runTogether(run) {
  const started = performance.now();
  const results = Object.entries(await together.run(run));
  const time = performance.now() - started;
  const taken = results.map(([, { tests }]) => tests.reduce((sum, test) => sum + test.seconds, 0));
  const all = taken.reduce((sum, part) => sum + part, 0);
  return results.map(([name, result], index) => ended(name, result, all > 0 ? (time * taken[index]) / all : time / results.length, run));
}

/** The suites that share one local portal, one after the other. */
const runWithPortal = (chosen, run) => withLocalPortal(async (portal) => {
  const results = [];
  for (const name of chosen) {
    const result = await runSuite(name, { ...run, portal });
    if (result.failed > 0) console.log(`── the portal's log ──\n${portal.output().split('\n').slice(-60).join('\n')}`);
    results.push(result);
  }
  return results;
});

function table(results) {
  const row = (name, passed, failed, skipped, time) => `${name.padEnd(20)}${String(passed).padStart(8)}${String(failed).padStart(8)}`
    + `${String(skipped).padStart(9)}${time.padStart(10)}`;
  return [
    row('', 'passed', 'failed', 'skipped', 'time'),
    ...results.map(({ name, passed, failed, skipped, time }) => row(name, passed, failed, skipped, seconds(time))),
  ].join('\n');
}

/** The ten tests that took longest, with their suites. */
const slowest = (results) => results
  .flatMap(({ name: suite, tests }) => tests.map((test) => ({ suite, ...test })))
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, 10);

/** How the run stands to its goals; said and not judged, because machines are noisy. */
function pace(results, time) {
  const lines = [`in ${seconds(time)}`];
  const measured = results.filter(({ name }) => name === 'unit' || name === 'api');
  if (measured.length === 2) {
    const both = measured.reduce((sum, result) => sum + result.time, 0);
    lines.unshift(`unit and api together ${seconds(both)}; the goal is ${seconds(goals.unitAndApi)} at most`);
  }
  return lines.join('\n');
}

/** What the run found, for whoever writes it down: `.local/reports/run.json`. */
async function keep(results, time, parameters) {
  writeFileSync(report('run.json'), `${JSON.stringify({
    conditions: await conditions(),
    command: ['npm test', ...(parameters.length > 0 ? ['--', ...parameters] : [])].join(' '),
    suites: results.map(({ name, passed, failed, skipped, time: taken }) => ({ name, passed, failed, skipped, seconds: taken / 1000 })),
    total: time / 1000,
    slowest: slowest(results),
  }, null, 2)}\n`);
}

/** `npm test -- [--deep | --changed] [--record] [--seed N] [suites]`: the checks and every suite, or the named ones; the last line is the count. */
export default async function test(parameters) {
  const { chosen: asked, isAll, isDeep, isChanged, isRecorded, seed } = parsed(parameters);
  holdLock('npm test');
  const begun = performance.now();
  const selection = isChanged ? await selected() : undefined;
  const chosen = selection ? Object.keys(selection) : asked;
  if (chosen.length === 0) {
    console.log('Nothing differs from main.');
    return 0;
  }
  const names = Object.keys(suites).filter((name) => chosen.includes(name));
  const isCheckChosen = chosen.includes('check');
  if (names.some((name) => suites[name].needsBrowser)) await setUp('node').then(chromium);
  if (isDeep) process.env.TEST_DEPTH = 'deep';
  if (seed) process.env.TEST_SEED = seed;
  if (isRecorded) process.env.TEST_RECORD = 'yes';
  if (isCheckChosen) await setUpForChecks();
  // The tests of the package run the SAM command line.
  await setUp('python', 'webapp', ...(names.includes('infrastructure') ? ['sam'] : []));
  await setUp('names');
  rmSync(inRepository('.local', 'reports'), { recursive: true, force: true });
  mkdirSync(inRepository('.local', 'reports'), { recursive: true });

  const run = { isDeep, selection };
  const isWhole = isAll && !selection && !isDeep;
  const withPortal = names.filter((name) => suites[name].needsPortal);
  const isTogether = together.names.every((name) => names.includes(name));
  const alone = names.filter((name) => !suites[name].needsPortal && !(isTogether && together.names.includes(name)));
  const started = performance.now();
  let checksEnded = started;
  const checks = (isCheckChosen ? checkTasks() : []).map((task) => ({
    ...task,
    run: () => task.run().finally(() => { checksEnded = performance.now(); }),
  }));
  const work = () => inSlots(cores, [
    ...checks,
    ...(isTogether ? [{ width: together.width, run: () => runTogether(run) }] : []),
    ...alone.map((name) => ({ width: suites[name].width, run: () => runSuite(name, run) })),
    ...(withPortal.length > 0 ? [{ width: cores, run: () => runWithPortal(withPortal, run) }] : []),
  ]);
  const outcomes = await (isWhole ? recordingReads(work) : work());
  const results = outcomes.slice(checks.length).flat();
  if (isCheckChosen) {
    results.unshift({ name: 'check', skipped: 0, tests: [], ...judged(outcomes.slice(0, checks.length)), time: checksEnded - started });
  }

  const { slower, unknown } = comparedWithBudgets(selection ? [] : results, readBudgets());
  if (unknown.length > 0) {
    results.push({ name: 'budgets', passed: 0, failed: unknown.length, skipped: 0, tests: [], time: 0 });
    console.log(`\n── budgets ──\n${unknown.join('\n')}`);
  }

  const time = performance.now() - begun;
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  await keep(results, time, parameters);
  if (isRecorded) recordTests();
  console.log(`\n${table(results)}\n\n${pace(results, time)}\n`);
  for (const line of slower) console.log(line);
  for (const title of results.flatMap(({ repeated }) => repeated ?? [])) console.log(`passed only when repeated: ${title}`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}
