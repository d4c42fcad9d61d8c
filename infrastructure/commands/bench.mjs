import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conditions, record, tablesOf } from '../measurements.mjs';
import { chromium } from './browser.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, attached, capture, freePorts, seconds } from './processes.mjs';
import { setUp } from './setup.mjs';

const folder = inRepository('tests', 'bench');

/** The scripts by name; `start` comes first, because it leaves the data of a portal for the others. */
function scripts() {
  const files = readdirSync(folder).filter((file) => /^[a-z].*\.(py|mjs)$/.test(file)).sort();
  const byName = Object.fromEntries(files.map((file) => [file.replace(/\.\w+$/, ''), join(folder, file)]));
  return { start: byName.start, ...byName };
}

/** At least one figure, and each a number. */
const isSound = (figures) => figures.length > 0 && figures.every(({ value }) => Number.isFinite(value));

async function run(name, script, { place, isSmall, runProgram }) {
  const file = join(place.folder, `${name}.json`);
  const program = script.endsWith('.py') ? pythonProgram('python') : 'node';
  const started = performance.now();
  const { code, output } = await runProgram(program, [
    script, '--figures', file, '--port', String(place.port), '--data', join(place.folder, 'data'), ...(isSmall ? ['--small'] : []),
  ]);
  const figures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return { name, figures, output, isGood: code === 0 && isSound(figures), time: performance.now() - started };
}

/**
 * Runs measurements one after the other and calls `report` with each: `{ name, figures, output, isGood, time }`.
 * `isSmall`: with sizes of seconds, whose times say nothing; `runProgram` resolves to `{ code, output }`.
 */
async function measure(names, { isSmall, runProgram, report }) {
  const known = scripts();
  const unknown = names.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new CommandFailed(`Unknown measurement: ${unknown.join(', ')}. There are: ${Object.keys(known).join(', ')}.`);
  }
  const chosen = Object.entries(known).filter(([name]) => names.length === 0 || names.includes(name));
  await setUp('python', 'webapp');
  await setUp('names');
  if (chosen.some(([name]) => name === 'landing')) await chromium();
  const place = { folder: mkdtempSync(join(tmpdir(), 'saguaro-bench-')), port: await freePorts(8280) };
  try {
    for (const [name, script] of chosen) await report(await run(name, script, { place, isSmall, runProgram }));
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
}

/** The suite `bench` of `npm test`: that every measurement still runs and gives figures, never how good they are. */
export async function benchSuite() {
  const results = [];
  await measure([], { isSmall: true, runProgram: capture, report: (result) => { results.push(result); } });
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

function parsed(parameters) {
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
  const { names, isSmall, isRecorded } = parsed(parameters);
  let code = 0;
  await measure(names, {
    isSmall,
    runProgram: async (...run) => ({ code: await attached(...run) }),
    report: async ({ name, figures, isGood, time }) => {
      console.log(`\n${isGood ? '✓' : '✗'} ${name} (${seconds(time)})\n\n${tablesOf(figures)}`);
      if (!isGood) code = 1;
      else if (isRecorded) record(`npm run bench -- ${name}`, await conditions(), tablesOf(figures));
    },
  });
  return code;
}
