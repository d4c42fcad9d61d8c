// The entry of every npm script: `node infrastructure/commands/run.mjs <command> [arguments]`.
// Imports nothing but Node itself, because node_modules may not be there yet.
import { pythonProgram } from './paths.mjs';
import { CommandFailed, attachChild } from './processes.mjs';
import { isDiskFull, explainFullDisk } from './room.mjs';
import { setUp } from './setup.mjs';

/** Commands in Python: module, first arguments, and what is set up besides the Python packages. */
const inPython = {
  start: ['infrastructure.demo', ['start'], ['webapp']],
  reset: ['infrastructure.demo', ['reset'], []],
  token: ['infrastructure.demo', ['token'], []],
  wallet: ['infrastructure.sandbox.wallet', [], []],
  agency: ['infrastructure.operations.agencies', [], []],
  facts: ['infrastructure.checks.facts', [], []],
  crisis: ['infrastructure.operations.crisis', [], []],
  names: ['infrastructure.operations.names', [], []],
  generate: ['infrastructure.sandbox.names', [], []],
  export: ['infrastructure.operations.export', [], []],
  people: ['infrastructure.operations.people', [], []],
  notifier: ['infrastructure.operations.notifier', [], []],
  preflight: ['infrastructure.operations.preflight', [], []],
  teardown: ['infrastructure.operations.teardown', [], []],
  secrets: ['infrastructure.operations.secrets', [], []],
  'verify-counts': ['infrastructure.operations.verify_counts', [], []],
  'verify-log': ['infrastructure.operations.access_log', [], []],
};
/** `npm run names -- generate N` makes names for a demonstration, which are no part of operations. */
const isGenerating = (name, parameters) => name === 'names' && parameters.includes('generate');
const inNode = ['test', 'check', 'contract', 'package', 'bench', 'screenshots', 'recordings', 'accessibility', 'mutants', 'lock'];

async function run(name, parameters) {
  if (inNode.includes(name)) return (await import(`./${name}.mjs`)).default(parameters);
  if (!(name in inPython)) {
    throw new CommandFailed(`Unknown command "${name ?? ''}". Commands: ${[...Object.keys(inPython), ...inNode].join(', ')}.`);
  }
  const [module, first, needs] = inPython[isGenerating(name, parameters) ? 'generate' : name];
  await setUp('python', ...needs);
  if (name === 'start') await setUp('names', 'template');
  return attachChild(pythonProgram('python'), ['-m', module, ...first, ...parameters]);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or later is needed; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}

const [name, ...rest] = process.argv.slice(2);
try {
  process.exitCode = await run(name, rest);
} catch (error) {
  const reason = isDiskFull(error.code) ? explainFullDisk(error.path) : error;
  if (!(reason instanceof CommandFailed)) throw error;
  console.error(reason.message);
  process.exitCode = 1;
}
