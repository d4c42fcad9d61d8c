import { useLingui } from '@lingui/react';
import { chooseLanguage, getCurrentLanguage, languageNames, languages } from '@/lib/i18n/language';
import { Icon } from '@/components/Icon';

/** Switches to the other language. The label of the button is in that language. */
export function LanguageSwitch() {
  useLingui();
  const other = languages.find((language) => language !== getCurrentLanguage()) ?? 'en';
  return (
    <button
      type="button"
      className="tool-button tool-button--square language-switch"
      lang={other}
      aria-label={languageNames[other]}
      onClick={() => void chooseLanguage(other)}
    >
      <Icon name="language" className="from-tablet" />
      <span className="from-tablet">{languageNames[other]}</span>
      <span className="until-tablet">{other.toUpperCase()}</span>
    </button>
  );
}
