import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run names -- [--to FILE] generate N | import FILE.csv --as-of DAY | verify`: see docs/deploy.md. */
export default async function names(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.names', ...parameters]);
}
