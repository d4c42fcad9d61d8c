import { pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run notifier -- list | replay [--stage STAGE]`: what could not be announced, and another try. */
export default async function notifier(parameters) {
  await setUp('python');
  return attached(pythonProgram('python'), ['-m', 'infrastructure.notifier', ...parameters]);
}
