/**
 * Fails when a text of the sources is not in the catalogs, when a catalog has an unused text, or when a translation is
 * missing or lacks a value or an element of its text. Changes nothing; `npm run texts` updates the catalogs.
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
const optionalValues = new Set(['agency']);

/** Lists the values that a compiled text shows or that choose between its forms. */
function listValues(compiled) {
  if (!Array.isArray(compiled)) return [];
  return compiled.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, , forms] = part;
    return [name, ...Object.values(forms ?? {}).flatMap(listValues)].filter((value) => value !== '#');
  });
}

/** Lists the parts that a translation must keep: the values, and each occurrence of an element such as a link. */
function listRequiredParts(id, text) {
  const { source, errors } = createCompiledCatalog('en', { [id]: text }, { namespace: 'json' });
  if (errors.length > 0) throw errors[0].error;
  const values = listValues(JSON.parse(source).messages[id]).filter((value) => !optionalValues.has(value));
  const elements = text.match(/<\/?\d+\/?>/g) ?? [];
  return JSON.stringify([[...new Set(values)].sort(), elements.sort()]);
}

for (const catalog of await getCatalogs(config)) {
  const used = await catalog.collect();
  if (!used) throw new Error(`the sources of ${catalog.path} could not be read`);
  for (const locale of config.locales) {
    const file = path.relative(webapp, catalog.getFilename(locale));
    const known = (await catalog.read(locale)) ?? {};
    for (const [id, { message }] of Object.entries(used)) {
      count += 1;
      if (!known[id]) problems.push(`${file}: not extracted: ${message}`);
      else if (!known[id].translation) problems.push(`${file}: not translated: ${message}`);
      else if (listRequiredParts(id, known[id].translation) !== listRequiredParts(id, message))
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
