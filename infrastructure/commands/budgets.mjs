// How long a test may take: tests/budgets.json has a limit for each suite, and the tests that may take longer, with why.
import { readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';

/** The committed budgets: `{ limits: { suite: seconds }, slow: [{ suite, name, seconds, why }] }`. */
export const readBudgets = () => JSON.parse(readFileSync(inRepository('tests', 'budgets.json'), 'utf8'));

/**
 * Compares tests with their budgets.
 *
 * @param {{ name: string, tests: { name: string, seconds: number }[] }[]} results of suites that ran whole
 * @param {ReturnType<typeof readBudgets>} budgets
 * @returns {{ slower: string[], unknown: string[] }} a line for each test that took longer than it may (machines are
 *   noisy, so that this is said and not judged), and for each entry that names a test that there is not (a fault)
 */
export function comparedWithBudgets(results, { limits, slow }) {
  const slower = [];
  const unknown = [];
  for (const { name: suite, tests } of results) {
    const exceptions = new Map(slow.filter((entry) => entry.suite === suite).map((entry) => [entry.name, entry.seconds]));
    const limit = limits[suite] ?? limits.default;
    for (const { name, seconds } of tests) {
      const may = exceptions.get(name) ?? limit;
      if (seconds > may) slower.push(`${suite}: ${name} took ${seconds.toFixed(1)} s; its budget is ${may} s`);
    }
    const names = new Set(tests.map(({ name }) => name));
    for (const name of exceptions.keys()) {
      if (!names.has(name)) unknown.push(`tests/budgets.json: ${suite} has no test "${name}"`);
    }
  }
  return { slower, unknown };
}
