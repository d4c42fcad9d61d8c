import { expect, it } from 'vitest';
import { activateLanguage, i18n, keepCatalogue, type Language } from './language';

it.each<[Language, string]>([
  ['en', '6,000 results'],
  ['es', '6,000 resultados'],
])('writes a count in %s as it is written in the United States', async (language, words) => {
  keepCatalogue((each) =>
    Promise.resolve({
      found: [['count', 'plural', { other: ['#', each === 'es' ? ' resultados' : ' results'] }]],
    }),
  );
  await activateLanguage(language);
  expect(i18n()._('found', { count: 6000 })).toBe(words);
});
