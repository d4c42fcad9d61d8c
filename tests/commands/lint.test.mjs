import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { inRepository } from '../../infrastructure/commands/paths.mjs';
import { capture } from '../../infrastructure/commands/processes.mjs';
import { plantedElsewhere, plantedForAccessibility, plantedForOxlint } from './planted.mjs';

const webapp = inRepository('webapp');
const given = JSON.parse(readFileSync(join(webapp, '.oxlintrc.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'saguaro-lint-'));
const copy = join(folder, 'webapp');
/** What each linter refused, as `{ file: [rules] }`. */
let refused;

const inFolderOf = (rule, file) => join('src', 'features', 'planted', rule.replace('/', '-'), file);

const plants = [
  ...Object.entries({ ...plantedForOxlint, ...plantedForAccessibility }).map(([rule, plant]) => {
    const { file, text } = typeof plant === 'string' ? { file: 'planted.tsx', text: plant } : plant;
    return { rule, title: rule, file: inFolderOf(rule, file), text, linter: rule in plantedForOxlint ? 'oxlint' : 'eslint' };
  }),
  ...plantedElsewhere.map(({ rule, why, file, text, linter = 'eslint' }) => ({ rule, title: `${rule}: ${why}`, file, text, linter })),
];

function byFile(found) {
  const rules = {};
  for (const { file, rule } of found) (rules[file] ??= []).push(rule);
  return rules;
}

/** Runs a linter in the copy; resolves to its report and its exit code. */
async function linted(name, ...parameters) {
  const { code, output } = await capture(inRepository('node_modules', '.bin', name), parameters, { cwd: copy });
  return { code, report: JSON.parse(output.slice(output.search(/^[[{]/m))) };
}

after(() => rmSync(folder, { recursive: true }));

before(async () => {
  symlinkSync(inRepository('node_modules'), join(folder, 'node_modules'));
  mkdirSync(copy);
  for (const file of ['.oxlintrc.json', 'eslint.config.js', 'package.json', 'tsconfig.json', 'tools/bareText.js', 'tools/plainNames.js']) cpSync(join(webapp, file), join(copy, file));
  cpSync(inRepository('docs', 'glossary.md'), join(folder, 'docs', 'glossary.md'));
  for (const { file, text } of plants) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), `${text}\n`);
  }
  const [oxlint, eslint] = await Promise.all([linted('oxlint', '--format=json'), linted('eslint', '--format=json', '.')]);
  assert.equal(oxlint.code, 1);
  assert.equal(eslint.code, 1);
  refused = {
    oxlint: byFile(oxlint.report.diagnostics.map(({ filename, code }) => ({ file: filename, rule: code ?? 'no rule' }))),
    eslint: byFile(eslint.report.flatMap(({ filePath, messages }) => (
      messages.map(({ ruleId }) => ({ file: relative(copy, filePath), rule: ruleId ?? 'no rule' }))
    ))),
  };
});

/** `typescript/dot-notation` for `typescript(dot-notation)`; oxlint reports the older rules of hooks as those of their plugin. */
const named = (rule) => rule.replace(/^(eslint\((.+)\)|react-hooks\((.+)\)|(.+)\((.+)\))$/, (_, all, core, hooks, plugin, name) => (
  core ?? (hooks ? `react/${hooks}` : `${plugin}/${name}`)
));

for (const { rule, title, file, linter } of plants) {
  test(`${linter} refuses ${title}`, () => {
    const rules = (refused[linter][file] ?? []).map((name) => (linter === 'oxlint' ? named(name) : name));
    assert(rules.includes(rule), `${file} was refused for ${rules.join(', ') || 'nothing'}`);
  });
}

test('something is planted for every rule that oxlint is given, and nothing for others', () => {
  const rules = [given.rules, ...given.overrides.map((override) => override.rules)]
    .flatMap((all) => Object.entries(all).filter(([, level]) => level !== 'off').map(([name]) => name));
  assert.deepEqual(Object.keys(plantedForOxlint).sort(), [...new Set(rules)].sort());
});

test('something is planted for every rule of accessibility', async () => {
  const { report: { rules } } = await linted('eslint', '--print-config', inFolderOf('a', 'a.tsx'));
  const isOn = ([name, [level]]) => name.startsWith('jsx-a11y/') && level !== 0;
  assert.deepEqual(Object.keys(plantedForAccessibility).sort(), Object.entries(rules).filter(isOn).map(([name]) => name).sort());
});

test('what ESLint looks at in the place of oxlint is what suspends a rule of hooks', () => {
  const suspending = readdirSync(join(webapp, 'src'), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && /eslint-disable.* react-hooks\/(exhaustive-deps|rules-of-hooks)/.test(readFileSync(join(webapp, 'src', name), 'utf8')))
    .map((name) => `src/${name}`);
  const left = given.overrides.filter(({ rules }) => rules['react/exhaustive-deps'] === 'off' && !('no-undef' in rules)).flatMap(({ files }) => files);
  assert.deepEqual(left.sort(), suspending.sort());
});
