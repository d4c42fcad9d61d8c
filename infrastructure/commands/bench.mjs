import { readdirSync } from 'node:fs';
import { inRepository, pythonProgram } from './paths.mjs';
import { attached } from './processes.mjs';
import { setUp } from './setup.mjs';

/** `npm run bench -- [names]`: every measurement of tests/bench, or those named, one after the other. */
export default async function bench(names) {
  await setUp('python', 'webapp');
  const scripts = readdirSync(inRepository('tests', 'bench'))
    .filter((file) => /\.(py|mjs)$/.test(file) && !file.startsWith('_'))
    .filter((file) => names.length === 0 || names.includes(file.replace(/\.\w+$/, '')))
    .sort();
  let worst = 0;
  for (const script of scripts) {
    const program = script.endsWith('.py') ? pythonProgram('python') : 'node';
    worst = Math.max(worst, await attached(program, [inRepository('tests', 'bench', script)]));
  }
  return worst;
}
