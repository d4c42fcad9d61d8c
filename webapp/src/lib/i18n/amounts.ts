import { getNumberFormat } from './formats';

/** Formats an amount of the contract, such as 435.67, for the language. */
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

/** Formats cents of US dollars for the language; whole dollars have no cents. */
export function formatCents(cents: number, locale: string): string {
  return getDollarFormat(cents, locale, 'auto').format(cents / 100);
}

/** Formats a difference in cents, with a sign for positive amounts, too. */
export function formatDifference(cents: number, locale: string): string {
  return getDollarFormat(cents, locale, 'exceptZero').format(cents / 100);
}
