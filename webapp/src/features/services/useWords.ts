import { useLingui } from '@lingui/react';
import type { Words } from './guides';

/** Returns a function that picks the words of the person's language. */
export function useWords() {
  const { i18n } = useLingui();
  return (words: Words) => words[i18n.locale] ?? words.en;
}
