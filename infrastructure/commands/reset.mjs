import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run reset`: forgets everything that the local portal remembers. */
export default async function reset(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.local', 'reset', ...parameters]);
}
