/** Returns the calendar day in a text such as 2026-11-20; empty for any other text. */
export function parseDay(value: string): string {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(value)
    ? value
    : '';
}
