import { inRepository, pythonProgram } from './paths.mjs';
import { capture, inParallel, seconds } from './processes.mjs';
import { objections } from './guard.mjs';
import { generatedTypes } from './contract.mjs';
import { setUp } from './setup.mjs';

const program = (name, ...parameters) => () => capture(pythonProgram(name), parameters);
const webappScript = (name) => () => capture('npm', ['run', '--silent', name, '--workspace=webapp']);

async function guard() {
  const found = objections();
  return { code: found.length === 0 ? 0 : 1, output: `${found.join('\n')}\n` };
}

// Bandit's low findings are ruff's S rules, which are waived line by line. The slowest come first, so that the two lanes end together.
const checks = {
  'templates': program('python', '-m', 'infrastructure.lint.check'),
  'web lint': webappScript('lint'),
  'python types': program('mypy'),
  'web types': webappScript('typecheck'),
  'web format': webappScript('format:check'),
  'end-to-end types': () => capture(inRepository('node_modules', '.bin', 'tsc'), ['--project', 'tests/e2e']),
  'web translations': webappScript('texts:check'),
  'web size': webappScript('size'),
  // B608 (composed SQL) is the linter's S608, whose exceptions stand in the code.
  'python security': program(
    'bandit', '--quiet', '--severity-level', 'medium', '--skip', 'B608', '--recursive', 'functions', 'shared/python/portal',
  ),
  'import rules': program('lint-imports', '--no-cache'),
  'contract in step': program('python', '-m', 'shared.contract.export', '--check'),
  'web types of the contract in step': generatedTypes.check,
  'python lint': program('ruff', 'check'),
  'python format': program('ruff', 'format', '--check', '--diff'),
  'nothing local deploys': guard,
};

/** Runs every check, two at a time, and prints each with its time; resolves to `{ passed, failed }`. */
export async function runChecks() {
  await setUp('python', 'sam', 'checkov', 'webapp');
  const outcomes = await inParallel(2, Object.entries(checks).map(([name, check]) => async () => {
    const started = performance.now();
    const { code, output } = await check();
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`);
    return { name, code, output };
  }));
  const failures = outcomes.filter(({ code }) => code !== 0);
  for (const { name, output } of failures) console.log(`\n── ${name} ──\n${output.trimEnd()}`);
  return { passed: outcomes.length - failures.length, failed: failures.length };
}

/** `npm run check`: format, lint, types, import rules, security, templates, contract in step. */
export default async function check() {
  const started = performance.now();
  const { passed, failed } = await runChecks();
  console.log(`\n${passed} checks passed, ${failed} failed in ${seconds(performance.now() - started)}`);
  return failed === 0 ? 0 : 1;
}
