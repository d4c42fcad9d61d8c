/** Parses typed dollars, such as `1,500` or `$12.50`, into cents; null when the text is not an amount. */
export function parseCents(typed: string): number | null {
  const text = typed.replaceAll(/[\s$\p{Cf}]/gu, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(text)) return null;
  return Math.round(Number(text.replaceAll(',', '')) * 100);
}

/** Formats cents as dollars for an input field, such as `1500` or `12.50`. */
export function formatDollars(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}
