import { pythonProgram } from './paths.mjs';
import { CommandFailed, capture } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run contract`: writes the OpenAPI document from the routes, the web app's types from it, and the search index of the help pages. */
export default async function contract() {
  await setUp('python');
  const { code, output } = await capture(pythonProgram('python'), ['-m', 'shared.contract.export']);
  if (code !== 0) throw new CommandFailed(output);
  await setUp('types');
  return 0;
}
