// Shows that tests notice what they are there for: each patch of tests/mutants plants a fault, and each test that it names
// must then fail. The header of a patch has `Fault: …` and lines `Test: arguments of npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { inRepository, root } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';

const folder = inRepository('tests', 'mutants');
const copy = inRepository('.local', 'mutants', 'tree');

/** Returns the tests that a patch names, each as the arguments of `npm test` on one line. */
export const listTests = (patch) => [...patch.matchAll(/^Test: (.+)$/gm)].map(([, test]) => test);

/** Splits a line of arguments, of which some are in double quotes. */
export const splitArguments = (line) => [...line.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

/** Returns every patch of tests/mutants as `{ name, file, tests }`. */
export function listMutants() {
  return readdirSync(folder).filter((name) => name.endsWith('.patch')).sort().map((name) => {
    const file = inRepository('tests', 'mutants', name);
    return { name: name.replace('.patch', ''), file, tests: listTests(readFileSync(file, 'utf8')) };
  });
}

async function git(...parameters) {
  const { code, output } = await capture('git', parameters, { cwd: copy });
  if (code !== 0) throw new CommandFailed(`git ${parameters.join(' ')}: ${output.trim()}`);
  return output;
}

/** Makes the copy, in which faults are planted, like the last commit. */
async function updateCopy() {
  if (!existsSync(copy)) {
    const { code, output } = await capture('git', ['clone', '--quiet', root, copy]);
    if (code !== 0) throw new CommandFailed(output);
  }
  await git('fetch', '--quiet', root, 'HEAD');
  await git('reset', '--quiet', '--hard', 'FETCH_HEAD');
}

/** Runs tests in the copy; resolves to how many failed. Throws CommandFailed when they did not get to a count. */
async function countFailures(test) {
  const { output } = await capture('node', ['infrastructure/commands/run.mjs', 'test', ...splitArguments(test)], { cwd: copy });
  const count = output.trimEnd().match(/\d+ passed, (\d+) failed$/);
  if (!count) throw new CommandFailed(`npm test -- ${test} did not run:\n${output}`);
  return Number(count[1]);
}

/**
 * Plants the named faults, or all of them, one after the other.
 * Resolves to `{ passed, failed, output }`; a fault that a named test misses is a failure.
 */
export async function runMutants(names) {
  const known = listMutants();
  const unknown = names.find((name) => !known.some((mutant) => mutant.name === name));
  if (unknown) throw new CommandFailed(`Unknown mutant: ${unknown}. tests/mutants has them.`);
  const chosen = known.filter(({ name }) => names.length === 0 || names.includes(name));
  await updateCopy();
  const missed = [];
  for (const test of new Set(chosen.flatMap(({ tests }) => tests))) {
    if (await countFailures(test) > 0) throw new CommandFailed(`npm test -- ${test} fails without a planted fault.`);
  }
  for (const { name, file, tests } of chosen) {
    const started = performance.now();
    await git('apply', '--whitespace=nowarn', file);
    const silent = [];
    for (const test of tests) if (await countFailures(test) === 0) silent.push(test);
    await git('reset', '--quiet', '--hard');
    if (silent.length > 0) missed.push(`${name} (${silent.join('; ')})`);
    console.log(`${silent.length === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`);
  }
  return { code: 0, passed: chosen.length - missed.length, failed: missed.length, output: `Not noticed: ${missed.join(', ')}` };
}

/** `npm run mutants -- [names]`: plants all faults of tests/mutants, or the named ones, into a copy of the last commit. */
export default async function mutants(names) {
  const { passed, failed } = await runMutants(names);
  console.log(`\n${passed} noticed, ${failed} missed`);
  return failed === 0 ? 0 : 1;
}
