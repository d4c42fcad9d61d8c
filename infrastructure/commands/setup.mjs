// What a command needs before it can run. Each step remembers, under .local/setup.json, a hash of
// the files that it was made from, and is skipped while they are the same.
import { createHash } from 'node:crypto';
import {
  existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, renameSync, statSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { inRepository, pythonProgram, root } from './paths.mjs';
import { CommandFailed, capture, seconds } from './processes.mjs';
import { needRoom, noRoomLeft, saysNoRoom } from './room.mjs';

const stateFile = inRepository('.local', 'setup.json');
const requirements = 'shared/python/requirements';
const notSources = new Set(['node_modules', 'dist', 'coverage', 'testing', '__pycache__']);
const isTest = (name) => /\.test\.tsx?$/.test(name);

function readState() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'));
  } catch {
    return {};
  }
}

function remember(step, hash) {
  mkdirSync(inRepository('.local'), { recursive: true });
  const partial = `${stateFile}.${process.pid}`;
  writeFileSync(partial, `${JSON.stringify({ ...readState(), [step]: hash }, null, 2)}\n`);
  renameSync(partial, stateFile);
}

function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => !notSources.has(entry.name) && !isTest(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesOf(`${path}/${entry.name}`));
}

function hashOf(paths, ...facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of paths.flatMap(filesOf)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const workspaces = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')).workspaces;
const written = [
  'node_modules', ...workspaces.flatMap((workspace) => [`${workspace}/node_modules`, `${workspace}/dist`]),
  '.venv', '.local', '.local/sam', '.local/checkov',
];

/** Stops before anything is emptied or written that belongs to somebody else, who is linked to. */
function refuseLinks() {
  for (const path of written) {
    const file = inRepository(path);
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new CommandFailed(
        `${path} is a link to ${readlinkSync(file)}, which would be changed. Nothing was done; remove the link first.`,
      );
    }
  }
}

/**
 * Does one step unless its inputs are unchanged and its product is still there; says what it does and why.
 * `changed` names the inputs; `megabytes` is the room that the step needs; `work` throws CommandFailed when it does not
 * succeed.
 */
async function step({ name, label, product, inputs, changed, facts = [], megabytes, work }) {
  const hash = hashOf(inputs, ...facts);
  const isThere = existsSync(inRepository(product));
  const before = readState()[name];
  if (before === hash && isThere) return;
  needRoom(root, megabytes);
  console.log(`· ${label}: ${isThere && before ? `${changed} changed` : `${product} is not there or not complete`}`);
  const started = performance.now();
  await work();
  remember(name, hash);
  const time = performance.now() - started;
  if (time > 1000) console.log(`✓ ${label} (${seconds(time)})`);
}

async function must(program, parameters, whatNext, options) {
  const { code, output } = await capture(program, parameters, options);
  if (code !== 0) {
    if (saysNoRoom(output)) throw noRoomLeft([program, ...parameters.slice(0, 3)].join(' '));
    throw new CommandFailed(`${output.trimEnd()}\n\n${[program, ...parameters].join(' ')}\nended with code ${code}. ${whatNext}`);
  }
}

let interpreter;

/** Python 3.11, 3.12 or 3.13, as `{ program, version }`; a shim that is on PATH but does not run is passed over. */
export async function python() {
  if (interpreter) return interpreter;
  const script = 'import sys, venv; print(".".join(map(str, sys.version_info[:2])))';
  for (const program of [process.env.PYTHON, 'python3.13', 'python3.12', 'python3.11', 'python3', 'python']) {
    if (!program) continue;
    const { code, output } = await capture(program, ['-c', script]);
    const version = output.trim();
    if (code === 0 && ['3.11', '3.12', '3.13'].includes(version)) {
      interpreter = { program, version };
      return interpreter;
    }
  }
  throw new CommandFailed(
    'Python 3.11, 3.12 or 3.13 with its venv module is needed, and none was found on PATH.\n'
    + 'Install one (Debian and Ubuntu: apt-get install python3 python3-venv; macOS: brew install python@3.13),\n'
    + 'or name it: PYTHON=/path/to/python3.13 npm start',
  );
}

/** Makes a virtual environment from hashed requirement files; one of another Python version is made anew. */
async function virtualEnvironment(folder, label, megabytes, ...files) {
  const name = `python:${folder}`;
  // An environment keeps the interpreter that it was made with while that one still runs.
  const own = existsSync(pythonProgram('python', folder)) ? await capture(
    pythonProgram('python', folder), ['-c', 'import sys; print(".".join(map(str, sys.version_info[:2])))'],
  ) : { code: 1 };
  const isUsable = own.code === 0 && ['3.11', '3.12', '3.13'].includes(own.output.trim());
  const version = isUsable ? own.output.trim() : (await python()).version;
  await step({
    name,
    label,
    product: `${folder}/bin/python`,
    inputs: files,
    facts: [version],
    changed: 'the requirements or the Python version',
    megabytes,
    work: async () => {
      if (!isUsable) {
        await must((await python()).program, ['-m', 'venv', '--clear', inRepository(folder)],
          'On Debian and Ubuntu the module venv is the package python3-venv.');
      }
      await must(pythonProgram('python', folder), [
        '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input',
        '--no-compile', '--no-deps', '--require-hashes', ...files.flatMap((file) => ['-r', file]),
      ], `Check the connection and run the command again; if it still fails, delete ${folder} first.`);
    },
  });
}

const environments = {
  python: () => virtualEnvironment(
    '.venv', 'Installing the Python packages', 600, `${requirements}/layer.txt`, `${requirements}/development.txt`,
  ),
  sam: () => virtualEnvironment('.local/sam', 'Installing the SAM command line', 400, `${requirements}/sam.txt`),
  checkov: () => virtualEnvironment('.local/checkov', 'Installing checkov', 500, `${requirements}/checkov.txt`),
};

async function nodeModules() {
  await step({
    name: 'node',
    label: 'Installing the node modules',
    product: 'node_modules/.package-lock.json',
    inputs: ['package-lock.json'],
    facts: [process.versions.node.split('.')[0]],
    changed: 'package-lock.json or the Node version',
    megabytes: 1500,
    work: () => must('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
      'Check the connection and run the command again.'),
  });
}

async function webapp() {
  await nodeModules();
  await step({
    name: 'webapp',
    label: 'Building the web app',
    product: 'webapp/dist/index.html',
    inputs: ['webapp', 'package-lock.json', 'shared/contract/openapi.json', 'shared/data'],
    changed: 'what it is built from',
    megabytes: 50,
    work: () => must('npm', ['run', '--silent', 'build', '--workspace=webapp'],
      'Correct what the build names above and run the command again.'),
  });
}

/**
 * A hundred thousand fictitious business names and the published examples, made anew when what makes or reads them
 * has changed; needs python.
 */
async function names() {
  await step({
    name: 'names',
    label: 'Generating business names',
    product: '.local/names.sqlite',
    inputs: [
      'infrastructure/names', 'functions/businessnames/snapshot.py', 'functions/businessnames/key.py',
      'functions/businessnames/words.py', 'functions/businessnames/numbers.py', 'functions/businessnames/terms.py',
      'functions/businessnames/sound.py', 'shared/data/name_rules.json',
    ],
    changed: 'what makes or reads them',
    megabytes: 200,
    work: () => must(pythonProgram('python'), ['-m', 'infrastructure.names', 'generate', '100000'],
      'Correct what it names above and run the command again.'),
  });
}

const steps = { ...environments, node: nodeModules, webapp, names };

/**
 * Brings the named parts up to date, side by side: python, sam, checkov, node, webapp (which brings node); names
 * after python.
 * Throws CommandFailed with the output of the first step that fails, and before any step where one of them would
 * write through a link.
 */
export async function setUp(...names) {
  refuseLinks();
  const outcomes = await Promise.allSettled(names.map((name) => steps[name]()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
