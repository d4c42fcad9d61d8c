/**
 * Cuts Source Sans Pro (SIL Open Font License, as shipped by USWDS) to the characters of English and Spanish.
 * Run with `npm run fonts`; the results are committed because they change only with the typeface.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const ascii = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join(
  '',
);
const spanish = 'ÁÉÍÑÓÚÜáéíñóúü¡¿ªº';
const punctuation = '\u00a0·•–—‘’“”…§©→';

const require = createRequire(import.meta.url);
const source = path.join(path.dirname(require.resolve('@uswds/uswds')), '../fonts/source-sans-pro');
const target = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/styles/fonts');

for (const weight of ['regular', 'bold']) {
  const font = await readFile(path.join(source, `sourcesanspro-${weight}-webfont.ttf`));
  const subset = await subsetFont(font, ascii + spanish + punctuation, { targetFormat: 'woff2' });
  await writeFile(path.join(target, `source-sans-pro-${weight}.woff2`), subset);
  console.log(`${weight}: ${(subset.length / 1024).toFixed(1)} KB`);
}
