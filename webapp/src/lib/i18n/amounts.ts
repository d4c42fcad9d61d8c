import { numberFormat } from './formats';

/** Spanish as it is written in the United States, where amounts look the same in both languages. */
const regions: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-US' };

/** An amount of the contract, such as 435.67, as the language writes it. */
export function amountInWords(
  { amount, currency }: { amount: string; currency: string },
  locale: string,
): string {
  return numberFormat(regions[locale] ?? locale, { style: 'currency', currency }).format(Number(amount));
}
