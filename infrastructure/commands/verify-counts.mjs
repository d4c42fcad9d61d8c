import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run verify-counts [-- --stage STAGE] [--table NAME]`: compares messages and the index of the unread ones. */
export default async function verifyCounts(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.messages', ...parameters]);
}
