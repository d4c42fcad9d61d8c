// The test suites: how each is run, and what it leaves in `.local/reports`.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { benchSuite } from './bench.mjs';
import { playwrightEnvironment } from './browser.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { capture } from './processes.mjs';
import { junit, junitOf, nodeTest, playwright, vitest } from './results.mjs';

/** The file that a suite's runner writes its report into. */
export const report = (name) => inRepository('.local', 'reports', name);

const runPytest = (file, parameters) => capture(pythonProgram('python'), [
  '-m', 'pytest', `--junitxml=${file}`, ...(process.env.TEST_READS ? ['-p', 'tests.selection.recorder'] : []), ...parameters,
]);

const pytest = (name, parameters) => async ({ files = [] }) => {
  const file = report(`${name}.xml`);
  const { code, output } = await runPytest(file, [...parameters.options, ...(files.length > 0 ? files : parameters.folders)]);
  // 5: none of the chosen files has a test with the mark that is asked for.
  return { code: code === 5 && files.length > 0 ? 0 : code, output, ...junit(file) };
};

async function commands() {
  const folder = inRepository('tests', 'commands');
  const file = report('commands.xml');
  const { code, output } = await capture('node', [
    '--test', '--test-reporter=spec', '--test-reporter-destination=stdout',
    '--test-reporter=junit', `--test-reporter-destination=${file}`,
    ...readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name)),
  ]);
  return { code, output, ...nodeTest(file) };
}

async function webapp({ files = [] }) {
  const file = report('webapp.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'vitest'), [
    ...(files.length > 0 ? ['related', '--run', '--passWithNoTests', ...files.map((name) => inRepository(name))] : ['run']),
    '--reporter=default', '--reporter=json', `--outputFile.json=${file}`,
  ], { cwd: inRepository('webapp') });
  return { code, output, ...vitest(file) };
}

async function e2e({ portal, files = [] }) {
  const file = report('e2e.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'playwright'), ['test', ...files.map((name) => basename(name))], {
    cwd: inRepository('tests', 'e2e'),
    env: { ...await playwrightEnvironment(portal), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return { code, output, ...playwright(file) };
}

// With every change, each operation gets the same examples each time; the long search draws others.
const exampleOptions = ({ isDeep }) => (isDeep
  ? ['--max-examples', '200', '--seed', String(Math.floor(Math.random() * 2 ** 32))]
  : ['--max-examples', '15', '--generation-deterministic']);

async function fuzzAs(email, { portal, isDeep, paths = [] }) {
  const file = report(`fuzz-${email.split('@')[0]}.xml`);
  const signIn = await capture(pythonProgram('python'), [
    '-m', 'infrastructure.local', 'token', email, '--port', String(portal.port), '--data', portal.data,
  ]);
  if (signIn.code !== 0) return { ...signIn, ...junit(file) };
  const tokens = JSON.parse(signIn.output);
  const headers = { Authorization: `Bearer ${tokens.access_token}`, id_token: tokens.id_token };
  // Refused tokens would make every answer a documented 401 and the run worthless.
  const { status } = await fetch(`${portal.url}/api/users`, { headers });
  if (status !== 200) return { code: 1, output: `GET /api/users as ${email} answered ${status}\n`, ...junit(file) };
  const { code, output } = await capture(pythonProgram('schemathesis'), [
    '--config-file', inRepository('tests', 'api_fuzz', 'schemathesis.toml'),
    'run', inRepository('shared', 'contract', 'openapi.json'), '--url', portal.url,
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...exampleOptions({ isDeep }),
    ...paths.flatMap((path) => ['--include-path', path]),
    '--report', 'junit', '--report-junit-path', file,
  ]);
  return { code, output, ...junit(file) };
}

/** Somebody who is registered and somebody who is not, at the same time: neither can reach what the other has. */
async function fuzz(run) {
  const results = await Promise.all(['resident@example.com', 'new@example.com'].map((email) => fuzzAs(email, run)));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join('\n'),
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    tests: results.flatMap(({ tests }) => tests),
  };
}

const sideBySide = ['--numprocesses=2', '--dist=worksteal'];
// What a file of these makes, a portal for example, is made by one process alone. Files are taken in the order of
// tests/infrastructure/conftest.py; by itself, pytest-xdist begins with those that have the most tests.
const fileByFile = ['--numprocesses=2', '--dist=loadfile', '--no-loadscope-reorder'];

const withoutProofs = [...sideBySide, '-m', 'not proof'];

/**
 * Suites that one run of pytest serves when both are asked for: each of its processes loads the portal's modules once,
 * and none waits for the end of the other suite. `run({ selection })` resolves to `{ suite: result }` as of `suites`.
 */
export const together = {
  names: ['unit', 'api'],
  width: 2,
  async run({ selection }) {
    const file = report('unit-and-api.xml');
    const chosen = together.names.flatMap((name) => (selection?.[name]?.length > 0 ? selection[name] : [`tests/${name}`]));
    const { code, output } = await runPytest(file, [...withoutProofs, ...chosen]);
    return ofEach(code, output, Object.fromEntries(together.names.map((name) => [name, junitOf(file, `tests.${name}.`)])));
  },
};

/** What one run says of each of its suites: how it broke, when no test did, is told by the first. */
export function ofEach(code, output, counts) {
  const isBroken = ![0, 1, 5].includes(code) || (code === 1 && Object.values(counts).every(({ failed }) => failed === 0));
  return Object.fromEntries(Object.entries(counts).map(([name, count], index) => [
    name, { code: count.failed > 0 || (isBroken && index === 0) ? 1 : 0, output, ...count },
  ]));
}

/**
 * Every suite by its name. `run({ portal, files, paths, isDeep })` resolves to
 * `{ code, output, passed, failed, skipped, tests, repeated? }`; a suite with `needsPortal` is given one that it
 * shares with the others that do, and one with `needsBrowser` does not begin without a Chromium. `width` is the number
 * of cores that it keeps busy.
 */
export const suites = {
  commands: { width: 1, run: commands },
  unit: { width: 2, run: pytest('unit', { folders: ['tests/unit'], options: sideBySide }) },
  api: { width: 2, run: pytest('api', { folders: ['tests/api'], options: withoutProofs }) },
  proofs: { width: 1, run: pytest('proofs', { folders: ['tests/api'], options: [...sideBySide, '-m', 'proof'] }) },
  contract: { width: 1, run: pytest('contract', { folders: ['tests/contract'], options: [] }) },
  infrastructure: { width: 1, run: pytest('infrastructure', { folders: ['tests/infrastructure'], options: fileByFile }) },
  webapp: { width: 1, run: webapp },
  bench: { width: 1, needsBrowser: true, run: benchSuite },
  e2e: { width: 2, needsPortal: true, needsBrowser: true, run: e2e },
  fuzz: { width: 2, needsPortal: true, run: fuzz },
};
