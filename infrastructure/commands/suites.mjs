// The test suites: how each is run, and which results it leaves in `.local/reports`.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchSuite } from './bench.mjs';
import { findFirefox, playwrightEnvironment } from './browser.mjs';
import { findFeatures, listChanges } from './changes.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { capture } from './processes.mjs';
import { junit, nodeTest, playwright, vitest } from './results.mjs';

/** The file that a suite's runner writes its report into. */
export const report = (name) => inRepository('.local', 'reports', name);

const namesFile = (parameter) => existsSync(inRepository(parameter.split('::')[0]));

/** Runs pytest over folders, or over the files that `rest` names; `rest` goes to pytest as it is. */
async function pytest(name, folders, options, rest) {
  const file = report(`${name}.xml`);
  const { code, output } = await capture(pythonProgram('python'), [
    '-m', 'pytest', `--junitxml=${file}`, ...options, ...(rest.some(namesFile) ? [] : folders), ...rest,
  ]);
  return { code, output, ...junit(file) };
}

const pythonFolders = { unit: 'tests/unit', api: 'tests/api', contract: 'tests/contract', proofs: 'tests/api' };

function getMark(names) {
  if (!names.includes('proofs')) return ['-m', 'not proof'];
  return names.includes('api') ? [] : ['-m', 'proof'];
}

/** Runs several of unit, api, contract and proofs in one pytest, which imports the portal once; like the `run` of a suite. */
export function runPython(names, { rest }) {
  const folders = [...new Set(names.map((name) => pythonFolders[name]))];
  return pytest(names.join('-'), folders, ['--numprocesses=2', '--dist=worksteal', ...getMark(names)], rest);
}

/** Groups Python suites so that each group is one run of pytest: `[[name, …], …]`. */
export function groupPython(chosen) {
  const names = Object.keys(pythonFolders).filter((name) => chosen.includes(name));
  const isApart = names.includes('proofs') && !names.includes('api');
  return (isApart ? [names.filter((name) => name !== 'proofs'), ['proofs']] : [names]).filter(({ length }) => length > 0);
}

// Tests of one file share what it makes, such as a portal. The longest files come first (tests/infrastructure/conftest.py).
const infrastructure = ({ rest }) => pytest(
  'infrastructure', ['tests/infrastructure'], ['--numprocesses=2', '--dist=loadfile', '--no-loadscope-reorder'], rest,
);

async function commands({ rest }) {
  const folder = inRepository('tests', 'commands');
  const file = report('commands.xml');
  const { code, output } = await capture('node', [
    '--test', '--test-reporter=spec', '--test-reporter-destination=stdout',
    '--test-reporter=junit', `--test-reporter-destination=${file}`, ...rest,
    ...(rest.some(namesFile) ? [] : readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name))),
  ]);
  return { code, output, ...nodeTest(file) };
}

async function webapp({ rest }) {
  const file = report('webapp.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'vitest'), [
    'run', '--root', 'webapp', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...rest,
  ]);
  return { code, output, ...vitest(file) };
}

async function e2e({ portal, isDeep, rest }) {
  const file = report('e2e.json');
  const firefox = isDeep ? { FIREFOX_PATH: findFirefox() } : {};
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'playwright'), [
    'test', '--config', 'tests/e2e/playwright.config.ts', ...rest,
  ], {
    env: {
      ...await playwrightEnvironment(portal),
      ...firefox,
      CHANGED_FEATURES: isDeep ? 'all' : findFeatures(await listChanges()),
      DEVELOPMENT_SITE: inRepository('.local', 'development-site'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  });
  return { code, output, ...playwright(file) };
}

// In the gate each operation gets the same examples each time; the deep run draws many others.
const getExampleOptions = (isDeep) => (isDeep
  ? ['--max-examples', '200', '--seed', String(Math.floor(Math.random() * 2 ** 32))]
  : ['--max-examples', '4', '--generation-deterministic']);

const registered = 'resident@example.com';
const contract = inRepository('shared', 'contract', 'openapi.json');

/** Writes the contract without its examples, of which one registers who sends it; returns the file. */
function writeContractWithoutExamples() {
  const file = report('fuzz-contract.json');
  const text = JSON.stringify(JSON.parse(readFileSync(contract, 'utf8')), (_, value) => (
    value?.schema && 'example' in value ? { ...value, example: undefined } : value
  ));
  writeFileSync(file, text);
  return file;
}

async function runFuzzAs(email, { portal, isDeep, rest }) {
  const file = report(`fuzz-${email.split('@')[0]}.xml`);
  const signIn = await capture(pythonProgram('python'), [
    '-m', 'infrastructure.demo', 'token', email, '--port', String(portal.port), '--data', portal.data,
  ]);
  if (signIn.code !== 0) return { ...signIn, ...junit(file) };
  const tokens = JSON.parse(signIn.output);
  const headers = { Authorization: `Bearer ${tokens.access_token}`, id_token: tokens.id_token };
  // Refused tokens would make every answer a documented 401 and the run worthless.
  const { status } = await fetch(`${portal.url}/api/users`, { headers });
  if (status !== 200) return { code: 1, output: `GET /api/users as ${email} answered ${status}\n`, ...junit(file) };
  const { code, output } = await capture(pythonProgram('schemathesis'), [
    '--config-file', inRepository('tests', 'api_fuzz', 'schemathesis.toml'),
    'run', email === registered ? contract : writeContractWithoutExamples(), '--url', portal.url,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...getExampleOptions(isDeep), ...rest,
    '--report', 'junit', '--report-junit-path', file,
  ]);
  return { code, output, ...junit(file) };
}

/** Fuzzes as a registered person and as one who is not registered, at the same time: they share no data. */
async function fuzz(run) {
  const results = await Promise.all([registered, 'new@example.com'].map((email) => runFuzzAs(email, run)));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join('\n'),
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
  };
}

/**
 * Every suite by its name. `run({ portal, rest, isDeep })` resolves to
 * `{ code, output, passed, failed, skipped, repeated? }`; `rest` are options and files for the suite's own runner. A
 * suite with `needsPortal` shares one with the others that do.
 */
export const suites = {
  infrastructure: { run: infrastructure },
  webapp: { run: webapp },
  commands: { run: commands },
  bench: { needsBrowser: true, run: benchSuite },
  ...Object.fromEntries(Object.keys(pythonFolders).map((name) => [name, { isPython: true }])),
  e2e: { needsPortal: true, needsBrowser: true, run: e2e },
  fuzz: { needsPortal: true, run: fuzz },
};
