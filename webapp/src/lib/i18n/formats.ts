import { createStore } from '../store';
import { getRegion } from './language';

/** Making a format takes long, and a page with many cards needs each of them often. */
const dates = createStore(() => new Map<string, Intl.DateTimeFormat>());
const numbers = createStore(() => new Map<string, Intl.NumberFormat>());

function kept<F>(formats: Map<string, F>, locale: string, options: object, make: () => F): F {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** The format of dates and times in a language; always the same one for the same options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates.current(), locale, options, () => new Intl.DateTimeFormat(getRegion(locale), options));
}

/** The format of numbers in a language; always the same one for the same options. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers.current(), locale, options, () => new Intl.NumberFormat(getRegion(locale), options));
}
