import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { record, findTables } from '../../infrastructure/commands/measurements.mjs';

const section = /<!-- (.+) -->\n([\s\S]*?)<!-- end -->/g;
const document = readFileSync(inRepository('docs', 'measurements.md'), 'utf8');

test('a figure is told with its unit and how it stands to its goal', () => {
  assert.equal(findTables([
    { table: 'Starts', row: 'fresh', column: 'median', value: 12.345, unit: 's' },
    { table: 'Starts', row: 'again', column: 'median', value: 5.5, unit: 's', at_most: 5 },
    { table: 'Starts', row: 'again', column: 'runs', value: 1234, unit: '' },
    { table: 'Found', row: 'similar', column: 'all', value: 90, unit: '%', at_least: 90 },
    { table: 'Found', row: 'size', column: 'all', value: 0.5, unit: 'MB', at_most: null, at_least: null },
  ]), [
    '| Starts |                    median, s |  runs |',
    '|--------|-----------------------------:|------:|',
    '| fresh  |                         12.3 |       |',
    '| again  | 5.50 (at most 5: **missed**) | 1,234 |',
    '',
    '| Found   |                     all |',
    '|---------|------------------------:|',
    '| similar | 90 % (at least 90: met) |',
    '| size    |                 0.50 MB |',
  ].join('\n'));
});

test('recording replaces the section of the command and nothing else', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'measurements-')), 'measurements.md');
  writeFileSync(file, 'before\n<!-- a -->\nold\n<!-- end -->\nbetween\n<!-- b -->\nkept\n<!-- end -->\n');
  record('a', 'today, 2 cores', '| new |', file);
  record('a', 'tomorrow, 2 cores', '| newer |', file);
  assert.equal(
    readFileSync(file, 'utf8'),
    'before\n<!-- a -->\n`a`: tomorrow, 2 cores.\n\n| newer |\n<!-- end -->\nbetween\n<!-- b -->\nkept\n<!-- end -->\n',
  );
});

test('recording for a command without a section fails and changes nothing', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'measurements-')), 'measurements.md');
  writeFileSync(file, '<!-- a -->\nold\n<!-- end -->\n');
  assert.throws(() => record('c', 'today', '', file), /no section <!-- c -->/);
  assert.equal(readFileSync(file, 'utf8'), '<!-- a -->\nold\n<!-- end -->\n');
});

test('every measurement has its section, and every section its command', () => {
  const measurements = readdirSync(inRepository('tests', 'bench'))
    .filter((file) => /^[a-z].*\.(py|mjs)$/.test(file))
    .map((file) => `npm run bench -- ${file.replace(/\.\w+$/, '')}`);
  assert.deepEqual(
    [...document.matchAll(section)].map(([, command]) => command).sort(),
    [...measurements, 'npm run package'].sort(),
  );
});

test('no figure stands outside what commands write', () => {
  const byHand = document.replaceAll(section, '').replaceAll(/(\[decision \d+)?\]\(\S+\)/g, '');
  assert.deepEqual(byHand.split('\n').filter((line) => /\d/.test(line)), []);
});

test('every recorded section says when, on what and by which command', () => {
  for (const [, command, text] of document.matchAll(section)) {
    assert.match(text, /^`npm [^`]+`: .*\d{4}-\d\d-\d\d.* cores.*\.\n\n\|/, command);
  }
});
