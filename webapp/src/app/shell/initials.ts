const suffix = /(?:[\s,]+(?:jr|sr|i{2,3}|iv|esq|md|phd)\.?)+$/i;
// With its accents, and not one of the letters that look like an apostrophe.
const firstLetter = /(?!\p{Lm})\p{L}\p{M}*/u;
const lastWord = /\s\S+$/;

/**
 * The first letters of a name and of its family name, or an empty string for no name. Suffixes such as "Jr." do not
 * count.
 *
 * @param familyName as far as it is known and ends the name; otherwise the last word counts as one.
 */
export function initialsOf(name: string, familyName = ''): string {
  const full = withoutSuffix(name).trim();
  const family = withoutSuffix(` ${familyName}`);
  const last = family && full.endsWith(family) ? family : lastWord.exec(full)?.[0];
  return [full, last]
    .map((part = '') => firstLetter.exec(part)?.[0])
    .join('')
    .toLocaleUpperCase();
}

function withoutSuffix(name: string): string {
  return name.trimEnd().replace(suffix, '');
}
