import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generatedTypes } from './contract.mjs';
import { objections } from './guard.mjs';
import { hashOfFiles } from './inputs.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { capture, seconds } from './processes.mjs';
import { promises } from './promises.mjs';
import { setUp } from './setup.mjs';
import { inSlots } from './slots.mjs';

const program = (name, ...parameters) => () => capture(pythonProgram(name), parameters);
const webappScript = (name) => () => capture('npm', ['run', '--silent', name, '--workspace=webapp']);

async function guard() {
  const found = objections();
  return { code: found.length === 0 ? 0 : 1, output: `${found.join('\n')}\n` };
}

// What each check reads, far rather too much than too little: a check that passed is not run again while all of it
// is the same. One without `reads` looks at what Git does not know (the built web app) or is as quick as the hash.
const everyCheck = ['infrastructure/commands', 'package.json', 'package-lock.json', 'pyproject.toml', 'shared/python/requirements'];
const python = [...everyCheck, 'functions', 'shared', 'infrastructure', 'tests', 'template.yaml'];
const templates = [...everyCheck, 'infrastructure', 'template.yaml', 'samconfig.toml'];
const web = [...everyCheck, '.npmrc', 'webapp', 'shared/contract', 'shared/data'];

// Bandit's low findings are ruff's S rules, which are waived line by line. The slowest come first, so that the lanes end together.
export const checks = {
  'templates': { run: program('python', '-m', 'infrastructure.lint.check'), reads: templates },
  'web lint': { run: webappScript('lint'), reads: web },
  'python types': { run: program('mypy'), reads: python },
  'web types': { run: webappScript('typecheck'), reads: web },
  'web format': { run: webappScript('format:check'), reads: web },
  'end-to-end types': {
    run: () => capture(inRepository('node_modules', '.bin', 'tsc'), ['--project', 'tests/e2e']),
    reads: [...web, 'tests'],
  },
  'web translations': { run: webappScript('texts:check'), reads: web },
  'web size': { run: webappScript('size') },
  // B608 (composed SQL) is the linter's S608, whose exceptions stand in the code.
  'python security': {
    run: program(
      'bandit', '--quiet', '--severity-level', 'medium', '--skip', 'B608', '--recursive',
      'functions', 'shared/python/portal', 'shared/python/mobile_license',
      'shared/python/transparency_log',
    ),
    reads: python,
  },
  'import rules': { run: program('lint-imports', '--no-cache'), reads: python },
  'words': { run: program('python', '-m', 'infrastructure.lint.words'), reads: [...python, 'docs/glossary.md'] },
  'contract in step': { run: program('python', '-m', 'shared.contract.export', '--check'), reads: [...python, 'webapp/help/pages'] },
  'web types of the contract in step': { run: generatedTypes.check, reads: web },
  'python lint': { run: program('ruff', 'check') },
  'python format': { run: program('ruff', 'format', '--check', '--diff') },
  'nothing local deploys': { run: guard },
  'promises': { run: promises },
};

const passedFile = inRepository('.local', 'cache', 'checks.json');

function readPassed() {
  try {
    return JSON.parse(readFileSync(passedFile, 'utf8'));
  } catch {
    return {};
  }
}

function rememberPassed(name, hash) {
  mkdirSync(inRepository('.local', 'cache'), { recursive: true });
  writeFileSync(passedFile, `${JSON.stringify({ ...readPassed(), [name]: hash }, null, 2)}\n`);
}

/** Runs one of `checks` unless it passed on the same files; resolves to `{ name, code, output }`. */
export async function runCheck(name, { run, reads }) {
  const inputs = () => reads && hashOfFiles(reads, [name, process.version]);
  const before = inputs();
  if (before !== undefined && readPassed()[name] === before) {
    console.log(`✓ ${name} (not run again: nothing that it reads has changed)`);
    return { name, code: 0, output: '' };
  }
  const started = performance.now();
  const { code, output } = await run();
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`);
  // What was saved while it ran may not have been read.
  if (code === 0 && before !== undefined && inputs() === before) rememberPassed(name, before);
  return { name, code, output };
}

/** What the checks need before they can run. */
export const setUpForChecks = () => setUp('python', 'sam', 'checkov', 'webapp');

/** A task for each check, which prints how it ended and resolves to `{ name, code, output }`. */
export const checkTasks = () => Object.entries(checks).map(([name, check]) => ({ width: 1, run: () => runCheck(name, check) }));

/** Prints what failed checks had to say; returns the counts `{ passed, failed }`. */
export function judged(outcomes) {
  const failures = outcomes.filter(({ code }) => code !== 0);
  for (const { name, output } of failures) console.log(`\n── ${name} ──\n${output.trimEnd()}`);
  return { passed: outcomes.length - failures.length, failed: failures.length };
}

/** `npm run check`: format, lint, types, import rules, security, templates, contract in step. */
export default async function check() {
  const started = performance.now();
  await setUpForChecks();
  const { passed, failed } = judged(await inSlots(2, checkTasks()));
  console.log(`\n${passed} checks passed, ${failed} failed in ${seconds(performance.now() - started)}`);
  return failed === 0 ? 0 : 1;
}
