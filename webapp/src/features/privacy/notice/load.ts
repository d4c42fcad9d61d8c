import type { Language } from '@/lib/i18n/language';
import { createStore } from '@/lib/store';
import type { Notice } from './notice';

const files: Record<Language, () => Promise<{ notice: Notice }>> = {
  en: () => import('./en'),
  es: () => import('./es'),
};

const notices = createStore(() => new Map<Language, Promise<Notice>>());

/** The notice in the language; the same promise each time, and a new one after a failure. */
export function noticeIn(language: Language): Promise<Notice> {
  const loaded = notices.current();
  const known = loaded.get(language);
  if (known) return known;
  const promise = files[language]().then(({ notice }) => notice);
  promise.catch(() => loaded.delete(language));
  loaded.set(language, promise);
  return promise;
}
