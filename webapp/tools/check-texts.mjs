/**
 * Fails when a text of the sources is not in the catalogues, when a catalogue holds a text that no source uses any
 * more, or when a translation is missing. Changes nothing; `npm run texts` brings the catalogues in step.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const webapp = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const config = getConfig({ cwd: webapp });
const problems = [];
let count = 0;

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
