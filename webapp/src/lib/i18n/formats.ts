import { createStore } from '../store';

/** Making a format takes long, and a page with many cards needs each of them often. */
const dates = createStore(() => new Map<string, Intl.DateTimeFormat>());
const numbers = createStore(() => new Map<string, Intl.NumberFormat>());

/** Spanish as it is written in the United States, where times and amounts look the same in both languages. */
const regions: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-US' };

function kept<F>(formats: Map<string, F>, locale: string, options: object, make: () => F): F {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** The format of dates and times in a language; always the same one for the same options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(
    dates.current(),
    locale,
    options,
    () => new Intl.DateTimeFormat(regions[locale] ?? locale, options),
  );
}

/** The format of numbers in a language; always the same one for the same options. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(
    numbers.current(),
    locale,
    options,
    () => new Intl.NumberFormat(regions[locale] ?? locale, options),
  );
}
