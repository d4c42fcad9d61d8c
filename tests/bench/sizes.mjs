// Sizes of the files that the landing page and the assistant download, from `npm run size -w webapp`.
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { CommandFailed, capture } from '../../infrastructure/commands/processes.mjs';
import { run } from './_bench.mjs';

async function measure() {
  const { output } = await capture('node', [inRepository('webapp', 'tools', 'check-size.mjs')]);
  const lines = [...output.matchAll(/^(\w+): ([\d.]+) KB of ([\d.]+) KB$/gm)];
  if (lines.length !== 4) throw new CommandFailed(output);
  return lines.map(([, kind, size, budget]) => ({
    table: 'Landing page, and the assistant when it is opened, with gzip', row: kind, column: 'size', value: Number(size), unit: 'KB', at_most: Number(budget),
  }));
}

await run(measure, { full: {}, small: {} });
