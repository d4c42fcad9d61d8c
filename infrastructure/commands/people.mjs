import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run people -- verify | rebuild [--stage STAGE]`: the tokens by which support staff find people. */
export default async function people(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.people', ...parameters]);
}
