// The shape of every measurement, for those in JavaScript; see _bench.py.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Measures with the sizes that the command line asks for, and writes the figures where it says.
 * `measure(sizes, { port, data, isRunning })` resolves to an array of `{ table, row, column, value, unit, at_most, at_least }`.
 */
export async function run(measure, { full, small }) {
  const { values: given } = parseArgs({
    options: {
      small: { type: 'boolean' }, figures: { type: 'string' }, port: { type: 'string' }, data: { type: 'string' },
      running: { type: 'boolean', default: false },
    },
  });
  const figures = await measure(given.small ? small : full, { port: Number(given.port), data: given.data, isRunning: given.running });
  writeFileSync(given.figures, JSON.stringify(figures));
}
