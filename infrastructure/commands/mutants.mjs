// Proof that the tests notice what they are there for: each patch of tests/mutants is a fault; applied to a copy of the
// repository, some test must fail.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { inRepository, root } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';
import { setUp } from './setup.mjs';

const home = inRepository('.local', 'mutants');
const copy = join(home, 'tree');
const resultsFile = join(home, 'results.json');
// What the repository ignores and its commands need; linked file by file, so that a folder is a folder to everybody.
const environments = [
  'node_modules', 'webapp/node_modules', 'tests/e2e/node_modules', '.venv', '.local/sam', '.local/checkov',
];
const setUpState = '.local/setup.json';
const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'];

// From the quickest suite to the slowest, with what of the repository it can say something about.
const python = /^(functions|shared)\//;
const cloud = /^(infrastructure\/|template\.yaml|samconfig\.toml)/;
const web = /^(webapp|shared\/data|shared\/contract)\//;
const widened = [
  { target: 'tests/unit', of: [python] },
  { target: 'tests/contract', of: [python, cloud] },
  { target: 'tests/commands', of: [/^infrastructure\/commands\//] },
  { target: 'webapp', of: [web] },
  { target: 'check', of: [/./] },
  { target: 'tests/api', of: [python, cloud] },
  { target: 'tests/infrastructure', of: [python, cloud] },
  { target: 'fuzz', of: [python, cloud] },
  { target: 'tests/e2e', of: [/./] },
];

const read = (...parts) => readFileSync(join(...parts));
const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** The file of a test: `tests/unit/x.py` of `tests/unit/x.py::test_y`; undefined for a check and a path that is fuzzed. */
const fileOf = (target) => (/^[a-z]+: /.test(target) ? undefined : target.split('::')[0]);

function readMutant(name) {
  const text = readFileSync(inRepository('tests', 'mutants', `${name}.patch`), 'utf8');
  const [header] = text.split(/^(?=--- )/m, 1);
  const said = (key) => [...header.matchAll(new RegExp(`^${key}: (.+)$`, 'gm'))].map(([, value]) => value.trim());
  return {
    name,
    text,
    area: said('Area')[0],
    fault: said('Fault')[0],
    noticedBy: said('Noticed by'),
    touched: [...text.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file),
  };
}

/** Every fault of the list, by name. */
export const allMutants = () => readdirSync(inRepository('tests', 'mutants'))
  .filter((file) => file.endsWith('.patch')).sort().map((file) => readMutant(file.slice(0, -'.patch'.length)));

const hashOfMutant = ({ text, touched, noticedBy }) => hashOf(
  text,
  ...touched.map((file) => read(root, file)),
  ...noticedBy.map(fileOf).filter(Boolean).map((file) => read(root, file)),
);

const git = (...parameters) => capture('git', parameters, { cwd: copy });

function linkTree(from, to) {
  const state = lstatSync(from);
  if (state.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (!state.isDirectory()) linkSync(from, to);
  else {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
  }
}

function write(file, content) {
  const target = join(copy, file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  // Python tells compiled modules apart by size and second of the change; two faults can have both in common.
  rmSync(join(dirname(target), '__pycache__'), { recursive: true, force: true });
}

/** Makes the copy like the repository, with what is not committed yet; resolves to the hash of all that it has. */
async function synchronise() {
  const { code, output } = await capture('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  if (code !== 0) throw new CommandFailed(output);
  const files = [...new Set(output.split('\0'))].filter((file) => file && existsSync(join(root, file))).sort();
  const listFile = join(home, 'files.json');
  const before = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : [];
  const kept = new Set(files);
  for (const file of before) if (!kept.has(file)) rmSync(join(copy, file), { force: true });
  const hash = createHash('sha256');
  for (const file of files) {
    const content = read(root, file);
    if (!existsSync(join(copy, file)) || !content.equals(read(copy, file))) write(file, content);
    if (!/^(docs\/|tests\/mutants\/|infrastructure\/commands\/mutants\.mjs$)/.test(file)) hash.update(file).update('\0').update(content);
  }
  writeFileSync(listFile, JSON.stringify(files));

  const installed = readFileSync(inRepository(setUpState), 'utf8');
  const steps = Object.entries(JSON.parse(installed)).filter(([step]) => step === 'node' || step.startsWith('python:'));
  const environmentsFile = join(home, 'environments.json');
  const current = JSON.stringify(steps);
  if (!existsSync(environmentsFile) || readFileSync(environmentsFile, 'utf8') !== current) {
    rmSync(environmentsFile, { force: true });
    for (const folder of environments) {
      rmSync(join(copy, folder), { recursive: true, force: true });
      if (existsSync(join(root, folder))) linkTree(join(root, folder), join(copy, folder));
    }
    writeFileSync(environmentsFile, current);
  }
  write(setUpState, installed);
  for (const product of ['.local/names.sqlite']) if (!existsSync(join(copy, product))) write(product, read(root, product));
  await assertOwnFiles();
  return hash.digest('hex');
}

/** A test that imports the repository's file instead of the copy's would notice nothing. */
async function assertOwnFiles() {
  const script = 'import functions.authorizer, infrastructure.local, portal; '
    + 'print(functions.authorizer.__file__, infrastructure.local.__file__, portal.__file__, sep="\\n")';
  const { code, output } = await capture(join(copy, '.venv', 'bin', 'python'), ['-c', script], {
    cwd: copy, env: { PYTHONPATH: `${copy}:${join(copy, 'shared', 'python')}` },
  });
  const strangers = output.trim().split('\n').filter((file) => !file.startsWith(`${copy}/`));
  if (code !== 0 || strangers.length > 0) throw new CommandFailed(`The copy does not use its own files:\n${output}`);
}

/** Runs tests in the copy; resolves to `{ failure }`: the first test that failed, with `output`, or undefined. */
function runInCopy(targets) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that all that it started ends with it.
    const child = fork(join(copy, 'tests', 'mutants', 'named.mjs'), targets, { cwd: copy, silent: true, detached: true });
    const interrupted = () => {
      process.kill(-child.pid, 'SIGTERM');
      process.exit(130);
    };
    for (const signal of interruptions) process.on(signal, interrupted);
    const chunks = [];
    let answer;
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('message', (message) => { answer = message; });
    child.on('error', reject);
    child.on('close', () => {
      for (const signal of interruptions) process.off(signal, interrupted);
      if (answer) resolve(answer);
      else reject(new CommandFailed(`The tests did not run:\n${Buffer.concat(chunks)}`));
    });
  });
}

function readResults() {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : { mutants: {}, green: {} };
}

function keep(results) {
  writeFileSync(`${resultsFile}.partial`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${resultsFile}.partial`, resultsFile);
}

/** Two runs at once would plant their faults into one copy. */
function claim() {
  const file = join(home, 'running');
  mkdirSync(home, { recursive: true });
  const isAlive = (pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  if (existsSync(file) && isAlive(Number(readFileSync(file, 'utf8')))) {
    throw new CommandFailed(`Faults are being planted by another run (process ${readFileSync(file, 'utf8')}); wait for it.`);
  }
  writeFileSync(file, String(process.pid));
  process.on('exit', () => rmSync(file, { force: true }));
}

/** The tests of the browser, as a pattern of `--grep` sees them behind the name of their file. */
async function browserTests() {
  const { code, output } = await capture(inRepository('node_modules', '.bin', 'playwright'), ['test', '--list'], { cwd: inRepository('tests', 'e2e') });
  if (code !== 0) throw new CommandFailed(output);
  return [...output.matchAll(/^\s*(?:\[[^\]]*\] › )?(\S+\.spec\.ts):\d+:\d+ › (.+)$/gm)].map(([, file, title]) => ({ file: `tests/e2e/${file}`, title: title.replaceAll(' › ', ' ') }));
}

/** Objections to the list itself, all at once: they would otherwise come up one by one, hours apart. */
export async function objectionsTo(mutants) {
  const found = [];
  const inBrowser = mutants.some(({ noticedBy }) => noticedBy.some((target) => target.startsWith('tests/e2e/'))) ? await browserTests() : [];
  for (const { name, area, fault, noticedBy, touched } of mutants) {
    if (!area || !fault || noticedBy.length === 0) found.push(`${name}: needs Area, Fault and Noticed by`);
    for (const file of noticedBy.map(fileOf)) {
      if (file && !existsSync(join(root, file))) found.push(`${name}: there is no ${file}`);
    }
    for (const [file, title] of noticedBy.filter((target) => target.startsWith('tests/e2e/')).map((target) => target.split('::'))) {
      const isThere = inBrowser.some((test) => test.file === file && new RegExp(title ?? '', 'i').test(test.title));
      if (!isThere) found.push(`${name}: no test of ${file} is called ${title}`);
    }
    const { code, output } = touched.length > 0
      ? await capture('git', ['apply', '--check', inRepository('tests', 'mutants', `${name}.patch`)])
      : { code: 1, output: 'it changes no file' };
    if (code !== 0) found.push(`${name}: the patch no longer applies: ${output.trim()}`);
  }
  return found;
}

/** Tests that fail without a fault would notice everything. */
async function assertGreen(targets, treeHash, results) {
  const unknown = targets.filter((target) => results.green[target] !== treeHash);
  if (unknown.length === 0) return;
  console.log(`· ${unknown.length} named tests without a fault …`);
  const { failure, output } = await runInCopy(unknown);
  if (failure) throw new CommandFailed(`${output}\n\nFails without a fault, so that nothing is proven: ${failure}`);
  for (const target of unknown) results.green[target] = treeHash;
  keep(results);
}

async function judge(mutant, treeHash, results, isNarrow) {
  const { code, output } = await git('apply', '--whitespace=nowarn', inRepository('tests', 'mutants', `${mutant.name}.patch`));
  if (code !== 0) throw new CommandFailed(`${mutant.name}: ${output}`);
  for (const file of mutant.touched) rmSync(join(copy, dirname(file), '__pycache__'), { recursive: true, force: true });
  const restore = () => { for (const file of mutant.touched) write(file, read(root, file)); };
  try {
    const { failure } = await runInCopy(mutant.noticedBy);
    if (failure || isNarrow) return { isNoticed: Boolean(failure), by: failure, isNamed: true };
    for (const { target } of widened.filter(({ of }) => mutant.touched.some((file) => of.some((kind) => kind.test(file))))) {
      console.log(`  not noticed by the named tests; ${target} …`);
      const { failure: found } = await runInCopy([target]);
      if (!found) continue;
      restore();
      await assertGreen([target], treeHash, results);
      return { isNoticed: true, by: found, isNamed: false };
    }
    return { isNoticed: false };
  } finally {
    restore();
  }
}

function report({ name }, { isNoticed, by, isNamed, time }, note = '') {
  const how = isNoticed ? `${isNamed ? 'noticed by' : 'not noticed by the named tests, but by'} ${by}` : 'MISSED';
  console.log(`${isNoticed ? '✓' : '✗'} ${name} (${seconds(time)}${note}): ${how}`);
}

/**
 * `npm run mutants -- [names]`: all faults, going on where an earlier run ended, or the named ones anew; `--list` lists
 * them; `--named-only` does not look beyond the named tests. The last line is the count.
 */
export default async function mutants(parameters) {
  const options = parameters.filter((each) => each.startsWith('--'));
  const names = parameters.filter((each) => !each.startsWith('--'));
  const known = allMutants();
  const unknown = [
    ...options.filter((each) => each !== '--list' && each !== '--named-only'),
    ...names.filter((name) => !known.some((mutant) => mutant.name === name)),
  ];
  if (unknown.length > 0) throw new CommandFailed(`Unknown: ${unknown.join(', ')}. \`npm run mutants -- --list\` lists the faults.`);
  const chosen = known.filter(({ name }) => names.length === 0 || names.includes(name));
  if (options.includes('--list')) {
    for (const { name, area, fault, noticedBy } of chosen) console.log(`${name} (${area}): ${fault}\n  ${noticedBy.join('\n  ')}`);
    console.log(`${chosen.length} faults`);
    return 0;
  }

  const wrong = await objectionsTo(chosen);
  if (wrong.length > 0) throw new CommandFailed(wrong.join('\n'));
  claim();

  // It takes an hour, in which somebody works beside it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await setUp('python', 'sam', 'checkov', 'node');
  await setUp('names');
  mkdirSync(copy, { recursive: true });
  // Or Git would take the copy for an ignored folder of the repository, without any files.
  await git('init', '--quiet');
  const treeHash = await synchronise();

  const results = readResults();
  const isKept = (mutant) => names.length === 0 && results.mutants[mutant.name]?.hash === hashOfMutant(mutant);
  const toRun = chosen.filter((mutant) => !isKept(mutant));
  await assertGreen([...new Set(toRun.flatMap(({ noticedBy }) => noticedBy))].sort(), treeHash, results);
  for (const mutant of chosen) {
    if (isKept(mutant)) {
      report(mutant, results.mutants[mutant.name], ', kept');
      continue;
    }
    const started = performance.now();
    const outcome = await judge(mutant, treeHash, results, options.includes('--named-only'));
    const result = { hash: hashOfMutant(mutant), ...outcome, time: Math.round(performance.now() - started) };
    results.mutants[mutant.name] = result;
    keep(results);
    report(mutant, result);
  }
  const noticed = chosen.filter(({ name }) => results.mutants[name].isNoticed).length;
  console.log(`\n${noticed} noticed, ${chosen.length - noticed} missed`);
  return noticed === chosen.length ? 0 : 1;
}
