import { createStore } from '../store';
import { getRegion } from './language';

/** Creating a format is slow, and a page with many cards needs each of them often. */
const dateFormats = createStore(() => new Map<string, Intl.DateTimeFormat>());
const numberFormats = createStore(() => new Map<string, Intl.NumberFormat>());

function getCachedFormat<F>(formats: Map<string, F>, locale: string, options: object, make: () => F): F {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

/** Returns the date and time format of a language, cached by its options. */
export function getDateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return getCachedFormat(
    dateFormats.current(),
    locale,
    options,
    () => new Intl.DateTimeFormat(getRegion(locale), options),
  );
}

/** Returns the number format of a language, cached by its options. */
export function getNumberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return getCachedFormat(
    numberFormats.current(),
    locale,
    options,
    () => new Intl.NumberFormat(getRegion(locale), options),
  );
}
