import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run --silent wallet -- --as EMAIL --attempt ID [--case NAME]`: prints the body that completes an attempt. */
export default async function wallet(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.local.wallet', ...parameters]);
}
