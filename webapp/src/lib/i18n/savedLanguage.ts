import { readItem, removeItem, tabStorage, writeItem } from '../storage/storage';
import {
  activateLanguage,
  chosenLanguageKey,
  getCurrentLanguage,
  savedLanguageKey,
  type Language,
} from './language';

/**
 * Shows the page in the language that somebody saved in their profile, unless one was chosen on this device. Pages that
 * are loaded during the session begin in it.
 */
export function applySavedLanguage(language: Language): void {
  if (readItem(chosenLanguageKey) !== null) return;
  writeItem(savedLanguageKey, language);
  void activateLanguage(language);
}

/** Leaves the language of a session that ends to this tab alone, whose next page says that it ended. */
export function moveLanguageToTab(): void {
  removeItem(savedLanguageKey);
  tabStorage.setItem(savedLanguageKey, getCurrentLanguage());
}
