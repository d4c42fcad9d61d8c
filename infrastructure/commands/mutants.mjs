// Shows that tests notice what they are there for: each patch of tests/mutants plants a fault, and the test that it names
// must then fail. The header of a patch has `Fault: …` and `Test: arguments of npm test`.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { inRepository, root } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';

const folder = inRepository('tests', 'mutants');
const copy = inRepository('.local', 'mutants', 'tree');

function readMutant(file) {
  const text = readFileSync(inRepository('tests', 'mutants', file), 'utf8');
  const test = text.match(/^Test: (.+)$/m)[1];
  return { name: file.replace('.patch', ''), file: inRepository('tests', 'mutants', file), test };
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
  const parameters = [...test.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  const { output } = await capture('node', ['infrastructure/commands/run.mjs', 'test', ...parameters], { cwd: copy });
  const count = output.trimEnd().match(/\d+ passed, (\d+) failed$/);
  if (!count) throw new CommandFailed(`npm test -- ${test} did not run:\n${output}`);
  return Number(count[1]);
}

/**
 * Plants the named faults, or all of them, one after the other.
 * Resolves to `{ passed, failed, output }`; a fault that no test notices is a failure.
 */
export async function runMutants(names) {
  const known = readdirSync(folder).filter((file) => file.endsWith('.patch')).sort().map(readMutant);
  const unknown = names.find((name) => !known.some((mutant) => mutant.name === name));
  if (unknown) throw new CommandFailed(`Unknown mutant: ${unknown}. tests/mutants has them.`);
  const chosen = known.filter(({ name }) => names.length === 0 || names.includes(name));
  await updateCopy();
  const missed = [];
  for (const test of new Set(chosen.map((mutant) => mutant.test))) {
    if (await countFailures(test) > 0) throw new CommandFailed(`npm test -- ${test} fails without a planted fault.`);
  }
  for (const { name, file, test } of chosen) {
    const started = performance.now();
    await git('apply', '--whitespace=nowarn', file);
    const isNoticed = await countFailures(test) > 0;
    await git('reset', '--quiet', '--hard');
    if (!isNoticed) missed.push(name);
    console.log(`${isNoticed ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`);
  }
  return { code: 0, passed: chosen.length - missed.length, failed: missed.length, output: `Not noticed: ${missed.join(', ')}` };
}

/** `npm run mutants -- [names]`: plants all faults of tests/mutants, or the named ones, into a copy of the last commit. */
export default async function mutants(names) {
  const { passed, failed } = await runMutants(names);
  console.log(`\n${passed} noticed, ${failed} missed`);
  return failed === 0 ? 0 : 1;
}
