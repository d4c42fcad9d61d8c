/** Parses a typed whole number; null if the text is not one. */
export function parseCount(text: string): number | null {
  const typed = text.replaceAll(/[\s\p{Cf}]/gu, '');
  return /^\d{1,5}$/.test(typed) ? Number(typed) : null;
}
