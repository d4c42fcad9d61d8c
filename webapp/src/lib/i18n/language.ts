import { setupI18n, type Messages } from '@lingui/core';
import { readItem, writeItem } from '../storage/storage';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** Loads one catalogue in a language. */
export type CatalogueLoader = (language: Language) => Promise<Messages>;

const key = 'saguaro.language';
const catalogues = new Set<CatalogueLoader>();

export const i18n = setupI18n();

function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((language) => language === value);
}

/** The language chosen before, else the first of the browser's languages that the portal speaks, else English. */
export function preferredLanguage(): Language {
  const chosen = readItem(key);
  if (isLanguage(chosen)) return chosen;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** The language of the page. */
export function currentLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en';
}

/** Makes a catalogue part of every language that is shown from now on. */
export function keepCatalogue(load: CatalogueLoader): void {
  catalogues.add(load);
}

/** Adds a catalogue to the language that is shown, and to every one that is shown from now on. */
export async function addCatalogue(load: CatalogueLoader): Promise<void> {
  keepCatalogue(load);
  const language = currentLanguage();
  i18n.load(language, await load(language));
}

/** Shows the page in the language. */
export async function activateLanguage(language: Language): Promise<void> {
  const messages = await Promise.all([...catalogues].map((load) => load(language)));
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...messages) as Messages });
  document.documentElement.lang = language;
}

/** Shows the page in the language and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeItem(key, language);
  await activateLanguage(language);
}
