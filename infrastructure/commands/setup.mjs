// Installs and builds what a command needs, and skips what is up to date.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepository, pythonProgram, root } from './paths.mjs';
import { CommandFailed, capture } from './processes.mjs';
import { isDiskFull, explainFullDisk, requireRoom } from './room.mjs';

export const requirements = 'shared/python/requirements';
const notSources = new Set(['node_modules', 'dist', 'coverage', 'testing', '__pycache__']);
const isTest = (name) => /\.test\.tsx?$/.test(name);

function listFiles(path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !notSources.has(name) && !isTest(name))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** Hashes files and folders of the repository, without tests, build results and caches. */
export function makeHash(paths, ...facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const file of paths.flatMap(listFiles)) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

async function must(program, parameters, advice, options = {}) {
  const { code, output } = await capture(program, parameters, options);
  if (code === 0) return;
  const command = [program, ...parameters].join(' ');
  if (isDiskFull(output)) throw explainFullDisk(command.slice(0, 80));
  throw new CommandFailed(`${output.trimEnd()}\n\n${command}\nended with code ${code}. ${advice}`);
}

/** Runs `work` unless `product` exists and was made from the same inputs. `megabytes` is the disk space it needs. */
async function step({ name, label, product, inputs, facts = [], megabytes, work }) {
  const stamp = inRepository('.local', 'stamps', name);
  const hash = makeHash(inputs, ...facts);
  if (existsSync(inRepository(product)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  requireRoom(root, megabytes);
  console.log(`· ${label}`);
  rmSync(stamp, { force: true });
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

const checkConnection = 'Check the connection and run the command again.';
let uvOnce;

async function findUv() {
  if ((await capture('uv', ['--version'])).code === 0) return 'uv';
  const own = inRepository('.local', 'uv', 'bin', 'uv');
  await step({
    name: 'uv',
    label: 'Installing uv',
    product: '.local/uv/bin/uv',
    inputs: [`${requirements}/uv.txt`],
    megabytes: 200,
    work: async () => {
      const isPython = async (program) => program && (await capture(program, ['-c', 'import venv'])).code === 0;
      let python;
      for (const program of [process.env.PYTHON, 'python3', 'python']) if (!python && await isPython(program)) python = program;
      if (!python) {
        throw new CommandFailed('Python 3.11, 3.12 or 3.13 with its venv module is needed. Debian: apt-get install python3-venv; macOS: brew install python@3.13.');
      }
      await must(python, ['-m', 'venv', '--clear', inRepository('.local', 'uv')], 'On Debian, install python3-venv.');
      await must(pythonProgram('python', '.local/uv'), [
        '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', `${requirements}/uv.txt`,
      ], checkConnection);
    },
  });
  return own;
}

/** Resolves to the program `uv`: the one on PATH, or one that is installed into .local/uv. */
export const uv = () => (uvOnce ??= findUv());

/** Brings a Python environment in line with hashed requirements. PYTHON names another interpreter than uv would choose. */
async function environment(folder, megabytes, ...names) {
  const python = pythonProgram('python', folder);
  const program = await uv();
  if (!existsSync(python)) {
    requireRoom(root, megabytes);
    console.log(`· Installing Python packages into ${folder}`);
    rmSync(inRepository(folder), { recursive: true, force: true });
    await must(program, [
      'venv', '--quiet', '--no-python-downloads', '--python', process.env.PYTHON ?? '>=3.11,<3.14', inRepository(folder),
    ], 'Python 3.11, 3.12 or 3.13 is needed; PYTHON=/path/to/python3.13 names one.');
  }
  await must(program, [
    'pip', 'sync', '--quiet', '--require-hashes', '--python', python, ...names.map((name) => `${requirements}/${name}.txt`),
  ], checkConnection);
}

const nodeModules = () => step({
  name: 'node',
  label: 'Installing the node modules',
  product: 'node_modules/.package-lock.json',
  inputs: ['package-lock.json'],
  facts: [process.versions.node.split('.')[0]],
  megabytes: 1500,
  work: () => must('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], checkConnection),
});

async function types() {
  await nodeModules();
  const { generateTypes } = await import('../../webapp/tools/generate-types.mjs');
  await generateTypes();
}

async function webapp() {
  await types();
  await step({
    name: 'webapp',
    label: 'Building the web app',
    product: 'webapp/dist/index.html',
    inputs: ['webapp', 'package-lock.json', 'shared/contract/openapi.json', 'shared/data'],
    megabytes: 50,
    work: () => must('npm', ['run', '--silent', 'build', '--workspace=webapp'], 'Correct what the build names above.'),
  });
}

/** Builds the web app with React's development version, for browser tests that fail on its warnings. */
const developmentSite = () => step({
  name: 'developmentSite',
  label: 'Building the web app for development',
  product: '.local/development-site/index.html',
  inputs: ['webapp', 'package-lock.json', 'shared/contract/openapi.json', 'shared/data'],
  megabytes: 50,
  work: () => must('npm', [
    'run', '--silent', 'build', '--workspace=webapp', '--', '--mode', 'development', '--minify', 'false',
    '--outDir', inRepository('.local', 'development-site'), '--emptyOutDir', '--logLevel', 'error',
  ], 'Correct what the build names above.', { env: { NODE_ENV: 'development' } }),
});

// A hundred thousand fictitious business names and the published examples.
const names = () => step({
  name: 'names',
  label: 'Generating business names',
  product: '.local/names.sqlite',
  inputs: ['infrastructure/sandbox/names', 'infrastructure/operations/names', 'shared/python/domains/names', 'shared/data/name_rules.json'],
  megabytes: 200,
  work: () => must(pythonProgram('python'), ['-m', 'infrastructure.sandbox.names', 'generate', '100000'], 'Correct what it names above.'),
});

// Takes seconds, which the first start would wait for.
const template = () => step({
  name: 'template',
  label: 'Transforming the template',
  product: '.local/templates',
  inputs: ['template.yaml', 'infrastructure/demo/parameters.py', 'infrastructure/stacks/transform.py', `${requirements}/development.txt`],
  megabytes: 20,
  work: () => must(pythonProgram('python'), ['-m', 'infrastructure.demo', 'transform'], 'Correct what it names above.'),
});

const steps = {
  python: () => environment('.venv', 600, 'layer', 'development'),
  sam: () => environment('.local/sam', 400, 'sam'),
  checkov: () => environment('.local/checkov', 500, 'checkov'),
  node: nodeModules,
  types,
  webapp,
  developmentSite,
  names,
  template,
};

/**
 * Brings the named parts up to date, side by side: python, sam, checkov, node, types (of the contract; includes
 * node), webapp (which includes types); names and template after python, developmentSite after types.
 * Throws CommandFailed with the output of the first part that fails.
 */
export async function setUp(...parts) {
  const outcomes = await Promise.allSettled(parts.map((part) => steps[part]()));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
