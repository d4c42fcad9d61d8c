import { accessibilityReport } from './accessibility.mjs';
import { listObjections } from './guard.mjs';
import { findRaisedLimits } from './limits.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, capture, runInParallel, seconds } from './processes.mjs';
import { promises } from './promises.mjs';
import { setUp } from './setup.mjs';

const program = (name, ...parameters) => () => capture(pythonProgram(name), parameters);
const webappScript = (name) => () => capture('npm', ['run', '--silent', name, '--workspace=webapp']);

async function guard() {
  const found = listObjections();
  return { code: found.length === 0 ? 0 : 1, output: `${found.join('\n')}\n` };
}

async function limits() {
  const raised = findRaisedLimits();
  return { code: raised.length === 0 ? 0 : 1, output: `${raised.join('\n')}\n` };
}

// Bandit's low findings are ruff's S rules, which are waived line by line. The slowest come first, so that the lanes end together.
export const checks = {
  'templates': program('python', '-m', 'infrastructure.checks.check'),
  'web lint': webappScript('lint'),
  'python types': program('mypy'),
  'web types': webappScript('typecheck'),
  'web format': webappScript('format:check'),
  'end-to-end types': () => capture(inRepository('node_modules', '.bin', 'tsc'), ['--project', 'tests/e2e']),
  'web translations': webappScript('texts:check'),
  'web size': webappScript('size'),
  'web browsers': webappScript('browsers'),
  'limits only go down': limits,
  retries: program('python', '-m', 'infrastructure.checks.retries'),
  names: program('python', '-m', 'infrastructure.checks.names'),
  'code budgets': program('python', '-m', 'infrastructure.checks.budgets'),
  // B608 (composed SQL) is the linter's S608, whose exceptions stand in the code.
  'python security': program(
    'bandit', '--quiet', '--severity-level', 'medium', '--skip', 'B608', '--recursive',
    'functions', 'shared/python',
  ),
  'import rules': program('lint-imports', '--no-cache'),
  'words': program('python', '-m', 'infrastructure.checks.words'),
  'contract in step': program('python', '-m', 'shared.contract.export', '--check'),
  'python lint': program('ruff', 'check'),
  'python format': program('ruff', 'format', '--check', '--diff'),
  'nothing local deploys': guard,
  'promises': promises,
  'accessibility report': accessibilityReport,
  // Needs packages that are not there before the setup.
  'reading grade': async () => (await import('./reading.mjs')).reading(),
};

/** Returns the names of the checks to run: those in `names`, or all. Throws CommandFailed for an unknown name. */
export function listChecks(names) {
  const unknown = names.find((name) => !(name in checks));
  if (unknown !== undefined) throw new CommandFailed(`Unknown check: ${unknown}. Checks: ${Object.keys(checks).join(', ')}.`);
  return names.length > 0 ? names : Object.keys(checks);
}

async function runCheck(name) {
  const started = performance.now();
  const { code, output } = await checks[name]();
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`);
  for (const note of output.split('\n').filter((line) => line.startsWith('note: '))) console.log(`  ${note}`);
  return { name, code, output };
}

/** Sets up what the checks need. */
export const setUpForChecks = () => setUp('python', 'sam', 'checkov', 'webapp');

/** Returns a task for each named check, or for all; it prints how it ended and resolves to `{ name, code, output }`. */
export const checkTasks = (names) => listChecks(names).map((name) => () => runCheck(name));

/** Prints the output of failed checks; returns the counts `{ passed, failed }`. */
export function summarizeChecks(outcomes) {
  const failures = outcomes.filter(({ code }) => code !== 0);
  for (const { name, output } of failures) console.log(`\n── ${name} ──\n${output.trimEnd()}`);
  return { passed: outcomes.length - failures.length, failed: failures.length };
}

/** `npm run check -- [names]`: format, lint, types, import rules, security, templates, contract in step. */
export default async function check(names) {
  const started = performance.now();
  const tasks = checkTasks(names);
  await setUpForChecks();
  const { passed, failed } = summarizeChecks(await runInParallel(2, tasks));
  console.log(`\n${passed} checks passed, ${failed} failed in ${seconds(performance.now() - started)}`);
  return failed === 0 ? 0 : 1;
}
