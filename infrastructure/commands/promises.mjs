// Checks docs/promises.md: the file of each row says the sentence, its tests exist, and sentences with “every”, “always”,
// “never” or “all” have a row.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { inRepository, root } from './paths.mjs';

const register = 'docs/promises.md';

const read = (file) => readFileSync(inRepository(file), 'utf8');
const tidy = (text) => text.replace(/\s+/g, ' ').trim();

/** Lists the texts of a file under its path, each with its translation or an empty string. */
export function textsIn(file) {
  if (file.endsWith('terms.json')) return listTermsTexts(JSON.parse(read(file)));
  if (file.endsWith('.po')) return listCatalogTexts(read(file.replace('en.po', 'es.po')));
  if (file.endsWith('notice/en.md')) return pairTexts(listMarkdownTexts(read(file)), listMarkdownTexts(read(file.replace('en.md', 'es.md'))));
  if (file.includes('/help/pages/en/')) return pairTexts(blocks(read(file)), blocks(read(file.replace('/en/', '/es/'))));
  if (file.endsWith('.py')) return listPythonTexts(read(file));
  if (file.startsWith('shared/data/')) return listDataTexts(JSON.parse(read(file)));
  if (file.endsWith('/en.json')) return pairTexts(values(file), values(file.replace('en.json', 'es.json')));
  return read(file)
    .split(file.endsWith('.yaml') ? /\n(?=\s*(?:- )?\w+:)/ : /\n\s*\n|\n(?=\s*- )/)
    .map((text) => [tidy(text), '']);
}

function listTermsTexts({ versions }) {
  const { en, es } = versions.at(-1).texts;
  const all = ({ sections }) => sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  return pairTexts(all(en), all(es));
}

/** Words for the search, which nobody reads. */
const searched = new Set(['functionWords', 'keywords', 'subjects']);

/** Lists the pairs of a data file: every object with a text under `en` and `es`. */
function listDataTexts(value) {
  if (value === null || typeof value !== 'object') return [];
  const { en, es } = value;
  const pair = typeof en === 'string' && typeof es === 'string' ? [[en, es]] : [];
  const shown = Object.entries(value).filter(([key]) => !searched.has(key));
  return [...pair, ...shown.flatMap(([, each]) => listDataTexts(each))];
}

function listCatalogTexts(catalogue) {
  const entries = [...catalogue.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  return entries.map(([, source, translation]) => [JSON.parse(`"${source}"`), JSON.parse(`"${translation}"`)]);
}

const values = (file) => Object.values(JSON.parse(read(file)));
const listMarkdownTexts = (page) => page.split(/\n\s*\n|\n(?=- )/).map((text) => tidy(text.replace(/^- /, '')));
const blocks = (page) =>
  [...page.matchAll(/<(p|li|h1|h2|h3|dt|dd|td|th)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text]) => tidy(text.replace(/<[^>]+>/g, ''))); // prettier-ignore

/** Lists English and Spanish of each `Text(en=…, es=…)`, and all texts of each function, such as a letter, joined. */
function listPythonTexts(module) {
  const text = '((?:\\s*f?"(?:[^"\\\\]|\\\\.)*")+)';
  const joined = (source) => [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('');
  const both = new RegExp(`en=${text},?\\s*es=${text}`, 'g');
  const functions = module
    .replace(/"""[\s\S]*?"""/g, '')
    .split(/\n(?=[\w@#])/)
    .filter((part) => part.startsWith('def '));
  return [
    ...[...module.matchAll(both)].map(([, en, es]) => [tidy(joined(en)), tidy(joined(es))]),
    ...functions.map((part) => [tidy(joined(part)), '']),
  ];
}

/** Pairs texts with translations; if the numbers differ, each text is paired with all translations. */
function pairTexts(texts, translations) {
  if (texts.length === translations.length) return texts.map((text, index) => [text, translations[index]]);
  return texts.map((text) => [text, translations.join('\n')]);
}

const unquote = (cell) => cell.replace(/^`|`$/g, '');

/** Parses the rows of the register's tables; the tests of a row are in backquotes, with commas between them. */
export function parseRows(markdown) {
  return markdown
    .split('\n')
    .map((line, index) => [index + 1, line])
    .filter(([, line]) => /^\| .* \|$/.test(line) && !/^\| (Sentence|-)/.test(line))
    .map(([line, row]) => {
      const [sentence, where, tests = '', hash] = row.slice(2, -2).split(' | ').map((cell) => cell.trim());
      return { line, sentence, where: unquote(where), tests: tests.split('`, `').map(unquote), hash: unquote(hash) };
    });
}

/** Returns a short hash of a text and its translation. */
export const makeHash = (texts) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);

/** Returns the fault of a reference to a test, `FILE` or `FILE::NAME`, or null. */
export function findMissingTest(test) {
  const [file, name] = test.split('::');
  if (!/^tests\/|\.test\.tsx?$/.test(file)) return `${file} is no test`;
  if (!existsSync(inRepository(file))) return `the test ${file} does not exist`;
  const declared = file.endsWith('.py') ? `def ${name}(` : name;
  return name && !read(file).includes(declared) ? `${file} has no test “${name}”` : null;
}

/** Returns the fault of a row, or null. */
export function findFault({ sentence, where, tests, hash }) {
  if (!existsSync(inRepository(where))) return `${where} does not exist`;
  const found = textsIn(where).find(([text]) => text.includes(sentence));
  if (!found) return `${where} does not say this (any more): change the row, and the test with it`;
  const missing = tests.map(findMissingTest).find(Boolean);
  if (missing) return missing;
  const current = makeHash(found);
  return hash === current ? null : `the text in ${where} changed: look whether the tests still prove it, then write ${current}`;
}

/** The texts of screens, help pages and the server, the terms and the privacy notice. */
const said = ['webapp/src/**/locales/en.po', 'webapp/help/pages/en/*.html', 'functions/**/*.py', 'shared/python/**/*.py', 'shared/data/terms.json', 'webapp/src/**/notice/en.md']; // prettier-ignore
const absolute = /\b(?:every|always|never|all)\b/i;
/** A label has no verb of its own and no period: “All services”, “Show all services”, “Every two years”. */
const label = /^(?:(?:Go to|Reload|See|Select|Show) )?(?:all|every)(?: \w+){0,3}$/i;

/** Lists the sentences of a text that have an absolute word outside of the quoted name of a button, without labels. */
export const listAbsoluteSentences = (text) =>
  text
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((sentence) => absolute.test(sentence.replace(/“[^”]*”/g, '')) && !label.test(sentence));

/** Parses the exceptions of the register: list items of a file in backquotes and a sentence. */
export function parseExceptions(markdown) {
  return [...markdown.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, where, sentence]) => ({ where, sentence }));
}

/** Lists the faults of a file: absolute sentences without a row or an exception, and exceptions that it does not need. */
export function findAbsoluteFaults(where, texts, rows, exceptions) {
  const own = rows.filter((row) => row.where === where && absolute.test(row.sentence));
  const open = new Set(
    texts.flatMap((text) =>
      listAbsoluteSentences(text).filter(
        (sentence) => !own.some((row) => text.includes(row.sentence) && (row.sentence.includes(sentence) || sentence.includes(row.sentence))),
      ),
    ),
  );
  const excepted = new Set(exceptions.filter((each) => each.where === where).map((each) => each.sentence));
  return [
    ...[...open].filter((sentence) => !excepted.has(sentence)).map((sentence) => `${where}: “${sentence}” has no row in ${register}: name its test there, or leave out the absolute word`), // prettier-ignore
    ...[...excepted].filter((sentence) => !open.has(sentence)).map((sentence) => `${register}: the exception “${sentence}” of ${where} is not needed`), // prettier-ignore
  ];
}

function listAbsoluteFaults(rows, exceptions) {
  const globs = said.map((source) => `:(glob)${source}`);
  const files = execFileSync('git', ['ls-files', ...globs], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const gone = exceptions.filter(({ where }) => !files.includes(where)).map(({ where }) => `${register}: ${where} of an exception does not exist`); // prettier-ignore
  // Only a Text has a translation next to it; an f-string of a letter has none.
  const listTranslatedTexts = (file) => textsIn(file).filter(([, translation]) => translation || !file.endsWith('.py')).map(([text]) => text);
  return [...gone, ...files.flatMap((file) => findAbsoluteFaults(file, listTranslatedTexts(file), rows, exceptions))];
}

/** The check `promises`: every row of the register, each fault with its line, and the sentences that lack one. */
export async function promises() {
  const markdown = read(register);
  const rows = parseRows(markdown);
  const faults = rows.flatMap((row) => {
    const fault = findFault(row);
    return fault ? [`${register}:${row.line}: ${fault}`] : [];
  });
  faults.push(...listAbsoluteFaults(rows, parseExceptions(markdown)));
  return { code: faults.length === 0 ? 0 : 1, output: `${faults.join('\n')}\n` };
}
