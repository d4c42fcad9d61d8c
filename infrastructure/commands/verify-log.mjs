import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run verify-log [-- --stage STAGE] [--checkpoint FILE]`: compares the access log with what was sealed of it. */
export default async function verifyLog(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.access_log', ...parameters]);
}
