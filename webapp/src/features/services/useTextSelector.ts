import { useLingui } from '@lingui/react';
import type { Words } from './guides';

/** Returns a function that selects the text in the current language. */
export function useTextSelector() {
  const { i18n } = useLingui();
  return (words: Words) => words[i18n.locale] ?? words.en;
}
