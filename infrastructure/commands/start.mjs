import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm start -- [--port N]`: the portal on this machine, until Ctrl-C. */
export default async function start(parameters) {
  await setUp('python', 'webapp');
  await setUp('names');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.local', 'start', ...parameters]);
}
