import { getRegion } from './language';

/** Joins the words to one list: "name, county, and email address". */
export function formatList(words: readonly string[], locale: string): string {
  return new Intl.ListFormat(getRegion(locale)).format(words);
}

/** Returns the name of a language, such as `es`, in the language of the page. */
export function formatLanguage(language: string, locale: string): string {
  return new Intl.DisplayNames(getRegion(locale), { type: 'language' }).of(language) ?? language;
}
