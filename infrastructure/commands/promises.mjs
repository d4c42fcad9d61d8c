// The register of promises, docs/promises.md: what each row says is read where the row says it stands, and proven by a
// test that exists.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from './paths.mjs';

const register = 'docs/promises.md';

const read = (file) => readFileSync(inRepository(file), 'utf8');
const tidied = (text) => text.replace(/\s+/g, ' ').trim();

/** The texts of a file, each with its translation where it has one. */
function textsIn(file) {
  if (file.endsWith('terms.json')) return ofTerms(JSON.parse(read(file)));
  if (file.endsWith('.po')) return ofCatalogue(read(file.replace('en.po', 'es.po')));
  if (file.endsWith('notice/en.ts')) return paired(literals(read(file)), literals(read(file.replace('en.ts', 'es.ts'))));
  if (file.includes('/help/pages/en/')) return paired(blocks(read(file)), blocks(read(file.replace('/en/', '/es/'))));
  if (file.endsWith('.py')) return ofPython(read(file));
  if (file.endsWith('/en.json')) return paired(values(file), values(file.replace('en.json', 'es.json')));
  return read(file)
    .split(file.endsWith('.yaml') ? /\n(?=\s*(?:- )?\w+:)/ : /\n\s*\n|\n(?=\s*- )/)
    .map((text) => [tidied(text), '']);
}

function ofTerms({ versions }) {
  const { en, es } = versions.at(-1).texts;
  const all = ({ sections }) => sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]);
  return paired(all(en), all(es));
}

function ofCatalogue(catalogue) {
  const entries = [...catalogue.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)];
  return entries.map(([, source, translation]) => [JSON.parse(`"${source}"`), JSON.parse(`"${translation}"`)]);
}

const values = (file) => Object.values(JSON.parse(read(file)));
const literals = (module) => [...module.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => text);
const blocks = (page) =>
  [...page.matchAll(/<(p|li|h1|h2|h3|dt|dd|td|th)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , text]) => tidied(text.replace(/<[^>]+>/g, ''))); // prettier-ignore

/** English and Spanish of one `Text(en=…, es=…)` of Python, and all that a function says, such as a letter, as one text. */
function ofPython(module) {
  const text = '((?:\\s*f?"(?:[^"\\\\]|\\\\.)*")+)';
  const joined = (source) => [...source.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => part).join('');
  const both = new RegExp(`en=${text},?\\s*es=${text}`, 'g');
  const functions = module
    .replace(/"""[\s\S]*?"""/g, '')
    .split(/\n(?=[\w@#])/)
    .filter((part) => part.startsWith('def '));
  return [
    ...[...module.matchAll(both)].map(([, en, es]) => [tidied(joined(en)), tidied(joined(es))]),
    ...functions.map((part) => [tidied(joined(part)), '']),
  ];
}

/** Texts side by side; where one language has more of them, each stands beside all of the other. */
function paired(texts, translations) {
  if (texts.length === translations.length) return texts.map((text, index) => [text, translations[index]]);
  return texts.map((text) => [text, translations.join('\n')]);
}

/** What stands in the register's table, row by row. */
export function rowsOf(markdown) {
  return markdown
    .split('\n')
    .map((line, index) => [index + 1, line])
    .filter(([, line]) => /^\| .* \|$/.test(line) && !/^\| (Sentence|-)/.test(line))
    .map(([line, row]) => {
      const [sentence, where, test, hash] = row.slice(2, -2).split(' | ').map((cell) => cell.trim().replace(/^`|`$/g, '')); // prettier-ignore
      return { line, sentence, where, test, hash };
    });
}

/** A short mark of a text and its translation, which changes when either does. */
export const hashOf = (texts) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8);

/** What is wrong with a row, or null. */
export function faultOf({ sentence, where, test, hash }) {
  if (!existsSync(inRepository(where))) return `${where} does not exist`;
  const found = textsIn(where).find(([text]) => text.includes(sentence));
  if (!found) return `${where} does not say this (any more): change the row, and the test with it`;
  const [file, name] = test.split('::');
  if (!/^tests\/|\.test\.tsx?$/.test(file)) return `${file} is no test`;
  if (!existsSync(inRepository(file))) return `the test ${file} does not exist`;
  if (name && !read(file).includes(name)) return `${file} has no test “${name}”`;
  const current = hashOf(found);
  return hash === current ? null : `the text in ${where} changed: look whether the test still proves it, then write ${current}`;
}

/** The check `promises`: every row of the register, each fault with its line. */
export async function promises() {
  const faults = rowsOf(read(register)).flatMap((row) => {
    const fault = faultOf(row);
    return fault ? [`${register}:${row.line}: ${fault}`] : [];
  });
  return { code: faults.length === 0 ? 0 : 1, output: `${faults.join('\n')}\n` };
}
