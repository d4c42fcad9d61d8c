import { setupI18n, type Messages } from '@lingui/core';
import { readItem, tabStorage, writeItem } from '../storage/storage';
import { createStore } from '../store';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** Loads one catalogue in a language. */
export type CatalogLoader = (language: Language) => Promise<Messages>;

export const chosenLanguageKey = 'saguaro.language';
/** The language of somebody's profile: for every tab while they are signed in, then for the tabs that they leave. */
export const savedLanguageKey = 'saguaro.language.saved';
const texts = createStore(() => ({ i18n: setupI18n(), catalogues: new Set<CatalogLoader>() }));

/** The texts of the page in its language. */
export const getI18n = () => texts.current().i18n;

/** The first of these tags that names a language of the portal, else English. */
const findLanguage = (tags: (string | null)[]): Language =>
  tags
    .map((tag) => tag?.toLowerCase().split(/[^a-z]/)[0] as Language)
    .find((tag) => languages.includes(tag)) ?? 'en';

/** Returns the locale of dates and numbers. Spanish is as in the United States, where amounts look as in English. */
export const getRegion = (locale: string): string => (locale === 'es' ? 'es-US' : locale);

/**
 * The language chosen before, else that of the session, also after its end in this tab, else the first of the browser's
 * languages that the portal speaks, else English.
 */
export const getPreferredLanguage = (): Language =>
  findLanguage([
    readItem(chosenLanguageKey),
    readItem(savedLanguageKey),
    tabStorage.getItem(savedLanguageKey),
    ...navigator.languages,
  ]);

/** The language of the page. */
export const getCurrentLanguage = (): Language => findLanguage([getI18n().locale]);

/** Makes a catalogue part of every language that is shown from now on. */
export function storeCatalog(load: CatalogLoader): void {
  texts.current().catalogues.add(load);
}

/** Adds a catalogue to the language that is shown, and to every one that is shown from now on. */
export async function addCatalog(load: CatalogLoader): Promise<void> {
  storeCatalog(load);
  const language = getCurrentLanguage();
  const shown = getI18n();
  shown.load(language, await load(language));
}

/** Shows the page in the language. */
export async function activateLanguage(language: Language): Promise<void> {
  const { i18n: shown, catalogues } = texts.current();
  const messages = await Promise.all([...catalogues].map((load) => load(language)));
  shown.loadAndActivate({
    locale: language,
    locales: getRegion(language),
    messages: Object.assign({}, ...messages) as Messages,
  });
  document.documentElement.lang = language;
}

/** Shows the page in the language and remembers the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeItem(chosenLanguageKey, language);
  await activateLanguage(language);
}
