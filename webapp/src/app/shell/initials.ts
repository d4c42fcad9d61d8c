const suffix = /(?:[\s,]+(?:jr|sr|i{2,3}|iv|esq|md|phd)\.?)+$/i;
// Includes accents, and excludes letters that look like an apostrophe.
const firstLetter = /(?!\p{Lm})\p{L}\p{M}*/u;
const lastWord = /\s\S+$/;

/**
 * Returns the first letters of a name and of its family name, or an empty string for no name. Suffixes such as "Jr." do
 * not count.
 *
 * @param familyName the family name if known; otherwise the last word of the name counts
 */
export function getInitials(name: string, familyName = ''): string {
  const full = stripSuffix(name).trim();
  const family = stripSuffix(` ${familyName}`);
  const last = family && full.endsWith(family) ? family : lastWord.exec(full)?.[0];
  return [full, last]
    .map((part = '') => firstLetter.exec(part)?.[0])
    .join('')
    .toLocaleUpperCase();
}

function stripSuffix(name: string): string {
  return name.trimEnd().replace(suffix, '');
}
