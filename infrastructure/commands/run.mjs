// The one entry of every npm script: `node infrastructure/commands/run.mjs <command> [arguments]`.
// Uses nothing but Node itself, because node_modules may not be there yet.
import { CommandFailed } from './processes.mjs';
import { noRoomLeft, saysNoRoom } from './room.mjs';

const commands = new Set([
  'start', 'test', 'check', 'contract', 'reset', 'token', 'agency', 'package', 'bench', 'screenshots', 'lock',
  'names', 'people', 'verify-counts', 'verify-log', 'notifier', 'mutants', 'recordings', 'wallet',
]);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or later is needed; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}

const [name, ...rest] = process.argv.slice(2);
if (!commands.has(name)) {
  console.error(`Unknown command "${name ?? ''}". There are: ${[...commands].join(', ')}.`);
  process.exit(2);
}

try {
  const command = await import(`./${name}.mjs`);
  process.exitCode = await command.default(rest);
} catch (error) {
  const told = saysNoRoom(error.code) ? noRoomLeft(error.path) : error;
  if (!(told instanceof CommandFailed)) throw error;
  console.error(`\n${told.message}`);
  process.exitCode = 1;
}
