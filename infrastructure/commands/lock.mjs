import { existsSync } from 'node:fs';
import { inRepository } from './paths.mjs';
import { CommandFailed, attached, capture } from './processes.mjs';
import { python } from './setup.mjs';

const folder = 'shared/python/requirements';
// The layer comes first: development.in takes its versions as constraints.
const names = ['layer', 'development', 'sam', 'checkov'];

async function uv() {
  if ((await capture('uv', ['--version'])).code === 0) return 'uv';
  const own = inRepository('.local', 'uv', 'bin', 'uv');
  if (!existsSync(own)) {
    console.log('· Installing uv into .local/uv …');
    for (const [program, ...parameters] of [
      [(await python()).program, '-m', 'venv', inRepository('.local', 'uv')],
      [inRepository('.local', 'uv', 'bin', 'python'), '-m', 'pip', 'install', '--quiet', 'uv'],
    ]) {
      const { code, output } = await capture(program, parameters);
      if (code !== 0) throw new CommandFailed(`${output}\nInstall uv by hand and run the command again.`);
    }
  }
  return own;
}

/** `npm run lock -- [uv options, for example --upgrade]`: pins the Python requirements anew, with hashes. */
export default async function lock(parameters) {
  const program = await uv();
  for (const name of names) {
    const code = await attached(program, [
      'pip', 'compile', '--quiet', '--universal', '--python-version', '3.11', '--generate-hashes', '--no-header',
      ...parameters, `${folder}/${name}.in`, '-o', `${folder}/${name}.txt`,
    ]);
    if (code !== 0) return code;
  }
  return 0;
}
