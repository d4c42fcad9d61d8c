import { readItem, removeItem, tabStorage, writeItem } from '../storage/storage';
import {
  activateLanguage,
  chosenLanguageKey,
  getCurrentLanguage,
  savedLanguageKey,
  type Language,
} from './language';

/**
 * Shows the page in the language of the person's profile, unless one was chosen on this device. Later pages of the
 * session start in it.
 */
export function applySavedLanguage(language: Language): void {
  if (readItem(chosenLanguageKey) !== null) return;
  writeItem(savedLanguageKey, language);
  void activateLanguage(language);
}

/** Keeps the language of an ended session for this tab alone, whose next page says that the session ended. */
export function moveLanguageToTab(): void {
  removeItem(savedLanguageKey);
  tabStorage.setItem(savedLanguageKey, getCurrentLanguage());
}
