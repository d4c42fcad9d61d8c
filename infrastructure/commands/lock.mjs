import { attachChild } from './processes.mjs';
import { requirements, uv } from './setup.mjs';

// The layer comes first: development.in takes its versions as constraints.
const names = ['layer', 'development', 'sam', 'checkov', 'uv'];

/** `npm run lock -- [uv options, for example --upgrade]`: pins the Python requirements anew, with hashes. */
export default async function lock(parameters) {
  const program = await uv();
  for (const name of names) {
    const code = await attachChild(program, [
      'pip', 'compile', '--quiet', '--universal', '--python-version', '3.11', '--generate-hashes', '--no-header',
      ...parameters, `${requirements}/${name}.in`, '-o', `${requirements}/${name}.txt`,
    ]);
    if (code !== 0) return code;
  }
  return 0;
}
