// Runs named tests of any suite in the checkout that this file stands in, until the first fails, and tells its parent.
//
// A name is a file or folder of pytest, Vitest, Playwright or Node (`tests/api/test_users.py`, `webapp/src/…/x.test.ts`,
// `tests/e2e/x.spec.ts`, `tests/commands/x.test.mjs`), with `::` and a test's name or a part of its title where the rest of
// the file takes long; `check: NAME` is a check of `npm run check`, `fuzz: PATH` the fuzzing of one path of the API.
// `webapp`, `check` and `fuzz` are the whole suites.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { playwrightEnvironment } from '../../infrastructure/commands/browser.mjs';
import { checks, runCheck } from '../../infrastructure/commands/check.mjs';
import { inRepository, pythonProgram } from '../../infrastructure/commands/paths.mjs';
import { CommandFailed, capture } from '../../infrastructure/commands/processes.mjs';
import { setUp } from '../../infrastructure/commands/setup.mjs';
import { withLocalPortal } from '../../infrastructure/commands/stack.mjs';
import { report, suites } from '../../infrastructure/commands/suites.mjs';

// These look at the built web app.
const readsBuild = new Set(['web size', 'nothing local deploys']);
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const unescaped = (text) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The first failure in a JUnit file. */
function firstOfJunit(file) {
  if (!existsSync(file)) return undefined;
  const found = readFileSync(file, 'utf8').match(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*><(?:failure|error)/);
  return found && unescaped(`${found[1]}: ${found[2]}`);
}

async function pytest(targets) {
  const file = report('named.xml');
  const isFolder = targets.some((target) => !target.includes('.py'));
  const { code, output } = await capture(pythonProgram('python'), [
    '-m', 'pytest', '-x', `--junitxml=${file}`, ...(isFolder ? ['--numprocesses=2', '--dist=loadfile'] : []), ...targets,
  ]);
  return { code, output, failure: firstOfJunit(file) };
}

async function vitest(targets, title) {
  const file = report('named.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'vitest'), [
    'run', '--retry=0', '--bail=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`,
    ...targets.map((target) => target.replace(/^webapp\/?/, '')).filter(Boolean), ...(title ? ['-t', title] : []),
  ], { cwd: inRepository('webapp') });
  const failed = existsSync(file)
    ? json(file).testResults.flatMap(({ name, assertionResults, message }) => [
      ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
      ...(message ? [`${name}: ${message.split('\n')[0]}`] : []),
    ])
    : [];
  return { code, output, failure: failed[0]?.replace(`${inRepository()}/`, '') };
}

async function playwright(portal, targets, title) {
  const file = report('named-e2e.json');
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'playwright'), [
    'test', '--retries=0', '--max-failures=1',
    ...targets.map((target) => target.replace(/^tests\/e2e\/?/, '')).filter(Boolean), ...(title ? ['--grep', title] : []),
  ], {
    cwd: inRepository('tests', 'e2e'),
    env: { ...await playwrightEnvironment(portal), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const failed = (suite) => [
    ...(suite.specs ?? []).filter(({ ok }) => !ok).map((spec) => `${spec.file}: ${spec.title}`),
    ...(suite.suites ?? []).flatMap(failed),
  ];
  return { code, output, failure: existsSync(file) ? json(file).suites.flatMap(failed)[0] : undefined };
}

async function fuzz(portal, path) {
  const { code, output } = await suites.fuzz.run({ portal, isDeep: false, paths: path ? [path] : [] });
  return { code, output };
}

async function commands(targets) {
  const { code, output } = await capture('node', ['--test', ...targets]);
  return { code, output, failure: output.match(/^✖ (.+?) \(/m)?.[1] };
}

async function check(names) {
  for (const name of names) {
    if (!checks[name]) throw new CommandFailed(`There is no check "${name}". There are: ${Object.keys(checks).join(', ')}.`);
    const { code, output } = await runCheck(name, checks[name]);
    if (code !== 0) return { code, output, failure: `check: ${name}` };
  }
  return { code: 0 };
}

/** Runs one group of names after another; resolves to the first that fails. */
async function firstFailure(groups) {
  for (const [name, run] of groups) {
    const { code, output, failure } = await run();
    if (code !== 0) return { failure: failure ?? name, output };
  }
  return {};
}

/** Those without a title run together, each of the others alone. */
function groupsOf(targets, run) {
  const whole = targets.filter((target) => !target.includes('::'));
  return [
    ...(whole.length > 0 ? [[whole.join(' '), () => run(whole)]] : []),
    ...targets.filter((target) => target.includes('::')).map((target) => {
      const [file, title] = target.split('::');
      return [target, () => run([file], title)];
    }),
  ];
}

async function run(targets) {
  const remaining = new Set(targets);
  const take = (isWanted) => targets.filter((target) => isWanted(target) && remaining.delete(target));
  const browser = take((target) => target.startsWith('tests/e2e'));
  const fuzzed = take((target) => target === 'fuzz' || target.startsWith('fuzz: '));
  const checked = take((target) => target === 'check' || target.startsWith('check: '))
    .flatMap((target) => (target === 'check' ? Object.keys(checks) : target.slice('check: '.length)));
  const ofWeb = take((target) => target === 'webapp' || target.startsWith('webapp/'));
  const ofCommands = take((target) => target.startsWith('tests/commands'));
  const infrastructure = take((target) => target.startsWith('tests/infrastructure'));
  const python = take((target) => target.startsWith('tests/'));
  if (remaining.size > 0) throw new CommandFailed(`No suite has ${[...remaining].join(', ')}.`);
  rmSync(report(''), { recursive: true, force: true });
  mkdirSync(report(''), { recursive: true });

  const group = (name, members, work) => (members.length > 0 ? [[name, () => work(members)]] : []);
  const early = await firstFailure([
    ...group('pytest', python, pytest),
    ...groupsOf(ofWeb, vitest),
    ...group('tests/commands', ofCommands, commands),
    ...group('check', checked.filter((name) => !readsBuild.has(name)), check),
  ]);
  const late = checked.filter((name) => readsBuild.has(name));
  if (early.failure || browser.length + fuzzed.length + late.length + infrastructure.length === 0) return early;

  try {
    await setUp('webapp');
  } catch (error) {
    if (error instanceof CommandFailed) return { failure: 'the build of the web app', output: error.message };
    throw error;
  }
  const built = await firstFailure([...group('pytest', infrastructure, pytest), ...group('check', late, check)]);
  if (built.failure || browser.length + fuzzed.length === 0) return built;
  return withLocalPortal((portal) => firstFailure([
    ...groupsOf(browser, (files, title) => playwright(portal, files, title)),
    ...fuzzed.map((target) => [target, () => fuzz(portal, target.slice('fuzz: '.length))]),
  ]));
}

process.send(await run(process.argv.slice(2)));
process.disconnect();
