/**
 * Fails when a text of the sources is not in the catalogues, when a catalogue holds a text that no source uses any
 * more, or when a translation is missing or lacks a value or an element of its text. Changes nothing; `npm run texts`
 * brings the catalogues in step.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const webapp = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const config = getConfig({ cwd: webapp });
const problems = [];
let count = 0;

// Spanish says "la agencia" where the article of an agency's name is not known.
const mayBeLeftOut = new Set(['agency']);

/** The values that a compiled text shows, and those that decide between its forms. */
function valuesIn(compiled) {
  if (!Array.isArray(compiled)) return [];
  return compiled.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , forms] = part;
    return [name, ...Object.values(forms ?? {}).flatMap(valuesIn)].filter((value) => value !== '#');
  });
}

/** What of a text a translation must keep: its values, and the elements such as links, each as often as it occurs. */
function kept(id, text) {
  const { source, errors } = createCompiledCatalog('en', { [id]: text }, { namespace: 'json' });
  if (errors.length > 0) throw errors[0].error;
  const values = valuesIn(JSON.parse(source).messages[id]).filter((value) => !mayBeLeftOut.has(value));
  const elements = text.match(/<\/?\d+\/?>/g) ?? [];
  return JSON.stringify([[...new Set(values)].sort(), elements.sort()]);
}

for (const catalogue of await getCatalogs(config)) {
  const used = await catalogue.collect();
  if (!used) throw new Error(`the sources of ${catalogue.path} could not be read`);
  for (const locale of config.locales) {
    const file = path.relative(webapp, catalogue.getFilename(locale));
    const known = (await catalogue.read(locale)) ?? {};
    for (const [id, { message }] of Object.entries(used)) {
      count += 1;
      if (!known[id]) problems.push(`${file}: not extracted: ${message}`);
      else if (!known[id].translation) problems.push(`${file}: not translated: ${message}`);
      else if (kept(id, known[id].translation) !== kept(id, message))
        problems.push(`${file}: the translation lacks a value or an element of: ${message}`);
    }
    for (const [id, { message }] of Object.entries(known)) {
      if (!used[id]) problems.push(`${file}: no longer used: ${message}`);
    }
  }
}

console.log(
  problems.length > 0 ? problems.join('\n') : `${count} texts in ${config.locales.length} languages`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
