import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run --silent token -- EMAIL`: prints JSON with the access_token and id_token of a local person. */
export default async function token(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.local', 'token', ...parameters]);
}
