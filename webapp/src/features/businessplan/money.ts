/** Dollars as they were typed, such as `1,500` or `$12.50`, in cents; null for what is no amount. */
export function centsIn(typed: string): number | null {
  const text = typed.replaceAll(/[\s$\p{Cf}]/gu, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text.replaceAll(',', '')) * 100);
}

/** Cents as somebody would type them in dollars. */
export function dollarsOf(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
