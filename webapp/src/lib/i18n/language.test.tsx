import { expect, it, vi } from 'vitest';
import { activateLanguage, getI18n, storeCatalog, getPreferredLanguage, type Language } from './language';

it.each<[Language, string]>([
  ['en', '6,000 results'],
  ['es', '6,000 resultados'],
])('writes a count in %s as it is written in the United States', async (language, words) => {
  storeCatalog((each) =>
    Promise.resolve({
      found: [['count', 'plural', { other: ['#', each === 'es' ? ' resultados' : ' results'] }]],
    }),
  );
  await activateLanguage(language);
  expect(getI18n()._('found', { count: 6000 })).toBe(words);
});

it.each([
  [['es_MX'], 'es'],
  [['es-419'], 'es'],
  [['ES'], 'es'],
  [['es_MX.UTF-8'], 'es'],
  [['fr-FR', 'es-US'], 'es'],
  [['est', 'eng'], 'en'],
  [['fr_ES', 'en-US', 'es'], 'en'],
])('reads %j of the browser as %s', (tags, language) => {
  const asked = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  expect(getPreferredLanguage()).toBe(language);
  asked.mockRestore();
});
