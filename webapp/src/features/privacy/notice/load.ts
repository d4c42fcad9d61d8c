import type { Language } from '@/lib/i18n/language';
import { createStore } from '@/lib/store';
import type { Section } from './notice';

const files: Record<Language, () => Promise<{ default: readonly Section[] }>> = {
  en: () => import('./en.md'),
  es: () => import('./es.md'),
};

const notices = createStore(() => new Map<Language, Promise<readonly Section[]>>());

/** Loads the notice in the language once; a failed load is repeated. */
export function loadNotice(language: Language): Promise<readonly Section[]> {
  const loaded = notices.current();
  const known = loaded.get(language);
  if (known) return known;
  const promise = files[language]().then(({ default: sections }) => sections);
  promise.catch(() => loaded.delete(language));
  loaded.set(language, promise);
  return promise;
}
