import { mkdirSync, rmSync } from 'node:fs';
import { chromium, playwrightEnvironment } from './browser.mjs';
import { runChecks } from './check.mjs';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';
import { junit, playwright, vitest } from './results.mjs';
import { setUp } from './setup.mjs';
import { withLocalPortal } from './stack.mjs';

const goalOfUnitAndApi = 60_000;
const report = (name) => inRepository('.local', 'reports', name);

// Empty is as good as not set. pytest would otherwise rewrite the assertions of all tests in every process.
const keepingBytecode = { PYTHONDONTWRITEBYTECODE: '' };

const pytest = (name, options = [], folder = name) => async () => {
  const file = report(`${name}.xml`);
  const { code, output } = await capture(pythonProgram('python'), [
    '-m', 'pytest', '--durations=5', `--junitxml=${file}`, ...options, `tests/${folder}`,
  ], { env: keepingBytecode });
  return { code, output, ...junit(file) };
};

async function webapp() {
  const file = report('webapp.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'vitest'), [
    'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`,
  ], { cwd: inRepository('webapp') });
  return { code, output, ...vitest(file) };
}

const e2e = async (portal) => {
  const file = report('e2e.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'playwright'), ['test'], {
    cwd: inRepository('tests', 'e2e'),
    env: { ...await playwrightEnvironment(portal), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return { code, output, ...playwright(file) };
};

async function fuzzAs(email, portal) {
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
    '--report', 'junit', '--report-junit-path', file,
  ]);
  return { code, output, ...junit(file) };
}

/** Somebody who is registered and somebody who is not. */
const fuzz = async (portal) => {
  const results = [await fuzzAs('resident@example.com', portal), await fuzzAs('new@example.com', portal)];
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    code: Math.max(...results.map(({ code }) => code)),
    output: results.map(({ output }) => output).join('\n'),
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
  };
};

// These open no port, so that several processes can share them.
const sideBySide = ['--numprocesses=auto', '--maxprocesses=4', '--dist=worksteal'];

// In the order in which they run; those with `portal` share one local portal.
const suites = {
  unit: { run: pytest('unit', sideBySide) },
  api: { run: pytest('api', [...sideBySide, '-m', 'not proof']) },
  proofs: { run: pytest('proofs', [...sideBySide, '-m', 'proof'], 'api') },
  contract: { run: pytest('contract') },
  infrastructure: { run: pytest('infrastructure') },
  webapp: { run: webapp },
  e2e: { portal: e2e },
  fuzz: { portal: fuzz },
};

async function timed(name, run) {
  console.log(`· ${name} …`);
  const started = performance.now();
  const result = await run();
  // A runner that broke before it counted anything is a failure, too.
  if (result.code !== 0 && result.failed === 0) result.failed = 1;
  if (result.passed + result.failed === 0) Object.assign(result, { failed: 1, output: `${result.output}\nNo test ran.` });
  const time = performance.now() - started;
  if (result.failed > 0) console.log(`\n── ${name} ──\n${result.output.trimEnd()}\n`);
  return { name, ...result, time };
}

function table(results) {
  const row = (name, passed, failed, skipped, time) => `${name.padEnd(20)}${String(passed).padStart(8)}${String(failed).padStart(8)}`
    + `${String(skipped).padStart(9)}${time.padStart(10)}`;
  return [
    row('', 'passed', 'failed', 'skipped', 'time'),
    ...results.map(({ name, passed, failed, skipped, time }) => row(name, passed, failed, skipped, seconds(time))),
  ].join('\n');
}

/** How unit and api tests together stand to their goal; said and not judged, because machines are noisy. */
function pace(results) {
  const measured = results.filter(({ name }) => name === 'unit' || name === 'api');
  if (measured.length < 2) return '';
  const time = measured.reduce((sum, result) => sum + result.time, 0);
  return `unit and api together ${seconds(time)}; the goal is ${seconds(goalOfUnitAndApi)} at most\n`;
}

/** `npm test -- [suites]`: the checks and every suite, or the named ones; the last line is the count. */
export default async function test(names) {
  const unknown = names.filter((name) => name !== 'check' && !(name in suites));
  if (unknown.length > 0) {
    throw new CommandFailed(`Unknown suite: ${unknown.join(', ')}. There are: check, ${Object.keys(suites).join(', ')}.`);
  }
  const begun = performance.now();
  const isChosen = (name) => names.length === 0 || names.includes(name);
  const chosen = Object.entries(suites).filter(([name]) => isChosen(name));
  const alone = chosen.filter(([, suite]) => suite.run);
  const together = chosen.filter(([, suite]) => suite.portal);
  if (isChosen('e2e')) await setUp('node').then(chromium);
  rmSync(inRepository('.local', 'reports'), { recursive: true, force: true });
  mkdirSync(inRepository('.local', 'reports'), { recursive: true });
  const results = [];
  if (isChosen('check')) {
    console.log('· check …');
    const started = performance.now();
    results.push({ name: 'check', skipped: 0, ...await runChecks(), time: performance.now() - started });
  }
  await setUp('python', 'webapp');
  await setUp('names');
  for (const [name, { run }] of alone) results.push(await timed(name, run));
  if (together.length > 0) {
    await withLocalPortal(async (portal) => {
      for (const [name, suite] of together) {
        const result = await timed(name, () => suite.portal(portal));
        if (result.failed > 0) console.log(`── the portal's log ──\n${portal.output().split('\n').slice(-60).join('\n')}`);
        results.push(result);
      }
    });
  }

  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log(`\n${table(results)}\n\n${pace(results)}in ${seconds(performance.now() - begun)}\n`);
  for (const title of results.flatMap(({ repeated }) => repeated ?? [])) console.log(`passed only when repeated: ${title}`);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  return total('failed') === 0 ? 0 : 1;
}
