import { setupI18n, type Messages } from '@lingui/core';
import { readItem, tabStorage, writeItem } from '../storage/storage';
import { createStore } from '../store';

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español' };

/** Loads one catalog in a language. */
export type CatalogLoader = (language: Language) => Promise<Messages>;

export const chosenLanguageKey = 'saguaro.language';
/** The language of a profile: stored for every tab during the session, then only for the tabs of that session. */
export const savedLanguageKey = 'saguaro.language.saved';
const texts = createStore(() => ({ i18n: setupI18n(), catalogs: new Set<CatalogLoader>() }));

/** The texts of the page in its language. */
export const getI18n = () => texts.current().i18n;

/** Returns the first of these tags that is a language of the portal, else English. */
const findLanguage = (tags: (string | null)[]): Language =>
  tags
    .map((tag) => tag?.toLowerCase().split(/[^a-z]/)[0] as Language)
    .find((tag) => languages.includes(tag)) ?? 'en';

/** Returns the locale of dates and numbers. Spanish is as in the United States, where amounts look as in English. */
export const getRegion = (locale: string): string => (locale === 'es' ? 'es-US' : locale);

/**
 * Returns the language chosen on this device, else that of the session, also after its end in this tab, else the
 * browser's first language that the portal has, else English.
 */
export const getPreferredLanguage = (): Language =>
  findLanguage([
    readItem(chosenLanguageKey),
    readItem(savedLanguageKey),
    tabStorage.getItem(savedLanguageKey),
    ...navigator.languages,
  ]);

/** Returns the language of the page. */
export const getCurrentLanguage = (): Language => findLanguage([getI18n().locale]);

/** Registers a catalog for all languages shown from now on. */
export function storeCatalog(load: CatalogLoader): void {
  texts.current().catalogs.add(load);
}

/** Loads a catalog in the current language, and registers it for all languages shown from now on. */
export async function addCatalog(load: CatalogLoader): Promise<void> {
  storeCatalog(load);
  const language = getCurrentLanguage();
  const shown = getI18n();
  shown.load(language, await load(language));
}

/** Shows the page in the language. */
export async function activateLanguage(language: Language): Promise<void> {
  const { i18n: shown, catalogs } = texts.current();
  const messages = await Promise.all([...catalogs].map((load) => load(language)));
  shown.loadAndActivate({
    locale: language,
    locales: getRegion(language),
    messages: Object.assign({}, ...messages) as Messages,
  });
  document.documentElement.lang = language;
}

/** Shows the page in the language and stores the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  writeItem(chosenLanguageKey, language);
  await activateLanguage(language);
}
