import { useLingui } from '@lingui/react';
import { chooseLanguage, getCurrentLanguage, languageNames, languages } from '@/lib/i18n/language';
import { Icon } from '@/components/Icon';

/** Changes to the other language; the button speaks the language that it leads to. */
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
