import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conditions, record, findTables } from './measurements.mjs';
import { findChromium } from './browser.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, attachChild, capture, findFreePorts, runInParallel, seconds } from './processes.mjs';
import { setUp } from './setup.mjs';
import { copySamplePeople, withLocalPortal } from './stack.mjs';

const folder = inRepository('tests', 'bench');
// With small sizes they share a portal; their figures are of one that nobody else has asked anything.
const sharing = ['gateway', 'landing'];

/** The scripts by name; `start` comes first, because it leaves the data of a portal for the others. */
function scripts() {
  const files = readdirSync(folder).filter((file) => /^[a-z].*\.(py|mjs)$/.test(file)).sort();
  const byName = Object.fromEntries(files.map((file) => [file.replace(/\.\w+$/, ''), join(folder, file)]));
  return { start: byName.start, ...byName };
}

/** Tests for at least one figure, all of them numbers. */
const isSound = (figures) => figures.length > 0 && figures.every(({ value }) => Number.isFinite(value));

/** Lists the figures that miss their goal. */
const listMissed = (figures) => figures.filter(
  ({ value, at_most: most, at_least: least }) => (most != null && value > most) || (least != null && value < least),
);

async function run(name, script, { figuresIn, place, isSmall, runProgram }) {
  const file = join(figuresIn, `${name}.json`);
  const program = script.endsWith('.py') ? pythonProgram('python') : 'node';
  const started = performance.now();
  const { code, output } = await runProgram(program, [
    script, '--figures', file, '--port', String(place.port), '--data', place.data,
    ...(isSmall ? ['--small'] : []), ...(place.isRunning ? ['--running'] : []),
  ]);
  const figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return { name, figures, output, isGood: code === 0 && isSound(figures), time: performance.now() - started };
}

/** Runs measurements in small sizes, in parallel; their times are not meaningful. */
async function runSmall(names, { width, place, runAt }) {
  if (names.includes('start')) await copySamplePeople(place.data);
  const withPortal = names.filter((name) => sharing.includes(name));
  const inSharedPortal = () => withLocalPortal(async ({ port, data }) => {
    for (const name of withPortal) await runAt(name, { port, data, isRunning: true });
  });
  await runInParallel(width, [
    ...(withPortal.length > 0 ? [inSharedPortal] : []),
    ...names.filter((name) => !sharing.includes(name)).map((name) => () => runAt(name, place)),
  ]);
}

/**
 * Runs measurements and calls `report` with each: `{ name, figures, output, isGood, time }`. One after the other, or
 * with `isSmall` so many at the same time as `width` says; `runProgram` resolves to `{ code, output }`.
 */
async function measure(names, { isSmall, width = 1, runProgram, report }) {
  const known = scripts();
  const unknown = names.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new CommandFailed(`Unknown measurement: ${unknown.join(', ')}. There are: ${Object.keys(known).join(', ')}.`);
  }
  const chosen = Object.keys(known).filter((name) => names.length === 0 || names.includes(name));
  await setUp('python', 'webapp');
  await setUp('names');
  if (chosen.includes('landing')) await findChromium();
  const figuresIn = mkdtempSync(join(tmpdir(), 'saguaro-bench-'));
  const place = { port: await findFreePorts(8280), data: join(figuresIn, 'data'), isRunning: false };
  const runAt = async (name, where) => report(await run(name, known[name], { figuresIn, place: where, isSmall, runProgram }));
  try {
    if (isSmall) await runSmall(chosen, { width, place, runAt });
    else for (const name of chosen) await runAt(name, place);
  } finally {
    rmSync(figuresIn, { recursive: true, force: true });
  }
}

/** The suite `bench` of `npm test`: checks that every measurement runs and returns figures. */
export async function benchSuite() {
  const results = [];
  await measure([], { isSmall: true, width: 2, runProgram: capture, report: (result) => { results.push(result); } });
  const bad = results.filter(({ isGood }) => !isGood);
  return {
    code: bad.length === 0 ? 0 : 1,
    output: bad.map(({ name, output }) => `npm run bench -- ${name} --small gives no figures:\n${output}`).join('\n'),
    passed: results.length - bad.length,
    failed: bad.length,
    skipped: 0,
    tests: results.map(({ name, time }) => ({ name, seconds: time / 1000 })),
  };
}

function parseScript(parameters) {
  let given;
  try {
    given = parseArgs({
      args: parameters, allowPositionals: true, options: { small: { type: 'boolean' }, record: { type: 'boolean' } },
    });
  } catch (error) {
    throw new CommandFailed(`${error.message.split('. ')[0]}. There are: --small, --record.`);
  }
  const { values: { small = false, record: isRecorded = false }, positionals: names } = given;
  if (small && isRecorded) throw new CommandFailed('What --small measures says nothing, and is not recorded.');
  return { names, isSmall: small, isRecorded };
}

/**
 * `npm run bench -- [names] [--small] [--record]`: every measurement of tests/bench, or those named; `--record` writes
 * their figures into docs/measurements.md.
 */
export default async function bench(parameters) {
  const { names, isSmall, isRecorded } = parseScript(parameters);
  let code = 0;
  await measure(names, {
    isSmall,
    runProgram: async (...run) => ({ code: await attachChild(...run) }),
    report: async ({ name, figures, isGood, time }) => {
      console.log(`\n${isGood ? '✓' : '✗'} ${name} (${seconds(time)})\n\n${findTables(figures)}`);
      for (const { table, row, column } of listMissed(figures)) console.log(`missed its goal: ${table}, ${row}, ${column}`);
      if (!isGood || listMissed(figures).length > 0) code = 1;
      if (isGood && isRecorded) record(`npm run bench -- ${name}`, await conditions(), findTables(figures));
    },
  });
  return code;
}
