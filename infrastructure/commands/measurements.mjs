// Figures as tables, and docs/measurements.md, whose figures are all written by the commands that measured them.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { inRepository, pythonProgram } from './paths.mjs';
import { CommandFailed, capture } from './processes.mjs';

const document = inRepository('docs', 'measurements.md');
const begin = (command) => `<!-- ${command} -->`;
const end = '<!-- end -->';

const number = (value) => {
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

function cell({ value, unit, at_most: most, at_least: least }, isUnitInHeading) {
  const measured = [number(value), ...(unit && !isUnitInHeading ? [unit] : [])].join(' ');
  if (most != null) return `${measured} (at most ${number(most)}: ${value <= most ? 'met' : '**missed**'})`;
  if (least != null) return `${measured} (at least ${number(least)}: ${value >= least ? 'met' : '**missed**'})`;
  return measured;
}

const unique = (values) => [...new Set(values)];

/** One table in Markdown, aligned so that it reads well on a terminal, too: an array of rows of cells. */
export function formatMarkdownTable([heading, ...rows]) {
  const widths = heading.map((_, column) => Math.max(3, ...[heading, ...rows].map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((text, column) => (column ? text.padStart(widths[column]) : text.padEnd(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(heading), rule, ...rows.map(line)].join('\n');
}

function findTable(title, figures) {
  const columns = unique(figures.map(({ column }) => column));
  const unitOf = (column) => {
    const units = unique(figures.filter((figure) => figure.column === column).map(({ unit }) => unit));
    return units.length === 1 ? units[0] : undefined;
  };
  const heading = columns.map((column) => [column, unitOf(column)].filter(Boolean).join(', '));
  const rows = unique(figures.map(({ row }) => row)).map((row) => [row, ...columns.map((column) => {
    const figure = figures.find((each) => each.row === row && each.column === column);
    return figure ? cell(figure, unitOf(column) !== undefined) : '';
  })]);
  return formatMarkdownTable([[title, ...heading], ...rows]);
}

/**
 * The tables of figures as Markdown. A figure is `{ table, row, column, value, unit, at_most, at_least }`; the last two
 * are goals and may be missing.
 */
export const findTables = (figures) => unique(figures.map(({ table }) => table))
  .map((title) => findTable(title, figures.filter(({ table }) => table === title)))
  .join('\n\n');

/** Returns date and machine of a measurement, the first line of every recorded section. */
export async function conditions() {
  const { output } = await capture(pythonProgram('python'), ['-c', 'import platform; print(platform.python_version())']);
  return `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores, Python ${output.trim()}, `
    + `Node ${process.versions.node}, load average ${loadavg()[0].toFixed(1)}`;
}

/**
 * Replaces the section of docs/measurements.md that belongs to a command.
 * `command` is as a person types it; `measured` is a line on when and on what; `text` is Markdown.
 * Throws CommandFailed when the document has no section for it.
 */
export function record(command, measured, text, file = document) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const from = before.indexOf(begin(command));
  const to = before.indexOf(end, from);
  if (from < 0 || to < 0) throw new CommandFailed(`docs/measurements.md has no section ${begin(command)} … ${end}.`);
  const section = `${begin(command)}\n\`${command}\`: ${measured}.\n\n${text}\n`;
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, before.slice(0, from) + section + before.slice(to));
  renameSync(partial, file);
}
