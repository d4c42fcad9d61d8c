import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run agency -- check FILE | add FILE | list | test URL|FILE`: see docs/add-an-agency.md. */
export default async function agency(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.agencies', ...parameters]);
}
