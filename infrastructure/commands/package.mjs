import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run package`: builds every artefact that a deployment uploads and prints the sizes. */
export default async function packageArtefacts(parameters) {
  await setUp('python', 'sam', 'webapp');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.package', ...parameters]);
}
