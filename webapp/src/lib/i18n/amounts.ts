import { getNumberFormat } from './formats';

/** An amount of the contract, such as 435.67, as the language writes it. */
export function formatAmount(
  { amount, currency }: { amount: string; currency: string },
  locale: string,
): string {
  return getNumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}

function getDollarFormat(
  cents: number,
  locale: string,
  signDisplay: 'auto' | 'exceptZero',
): Intl.NumberFormat {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
  const options = { style: 'currency', currency: 'USD', minimumFractionDigits, signDisplay } as const;
  return getNumberFormat(locale, options);
}

/** Cents of US dollars as the language writes them; without cents where there are none. */
export function formatCents(cents: number, locale: string): string {
  return getDollarFormat(cents, locale, 'auto').format(cents / 100);
}

/** The same of a difference: what is more has its sign too. */
export function formatDifference(cents: number, locale: string): string {
  return getDollarFormat(cents, locale, 'exceptZero').format(cents / 100);
}
