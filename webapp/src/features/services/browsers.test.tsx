import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { languages } from '@/lib/i18n/language';
import { renderApp } from '@/testing/renderApp';
import webapp from '../../../package.json' with { type: 'json' };

const entries = webapp.browserslist;
const years = new Set(entries.flatMap((entry) => /last (\d+) years/.exec(entry)?.[1] ?? []));
const ios = entries.map((entry) => /^ios_saf >= (.+)$/.exec(entry)?.[1]).find(Boolean) ?? 'no version';
const numbers = {
  '2': { en: 'two', es: 'dos' },
  '3': { en: 'three', es: 'tres' },
  '4': { en: 'four', es: 'cuatro' },
};

/** The sentences about the supported browsers, from `browserslist`. */
function describeBrowsers(language: 'en' | 'es'): string {
  const [count, ...others] = [...years];
  expect(others).toEqual([]);
  const number = numbers[count as keyof typeof numbers][language];
  return language === 'en'
    ? `Use Safari, Chrome, Firefox, or Edge from the last ${number} years. An iPhone or iPad needs iOS ${ios} or later.`
    : `Use Safari, Chrome, Firefox o Edge de los últimos ${number} años. Un iPhone o iPad necesita iOS ${ios} o posterior.`;
}

it('supports the four browsers that the sentences name, and no other', () => {
  const names = entries.map((entry) => entry.split(' ')[0]);
  expect(names.sort()).toEqual(['and_chr', 'and_ff', 'chrome', 'edge', 'firefox', 'ios_saf', 'safari']);
});

it.each(languages)('names the supported browsers on the accessibility page in %s', async (language) => {
  localStorage.setItem('saguaro.language', language);
  await renderApp('/accessibility');
  expect(await screen.findByText(describeBrowsers(language))).toBeVisible();
});

it.each(languages)('names them in %s in the document of an app that does not start', (language) => {
  const html = readFileSync(path.join(import.meta.dirname, '../../../index.html'), 'utf8');
  expect(html.replace(/\s+/g, ' ')).toContain(describeBrowsers(language));
});
