/** The first letters of the first and the last word of a name, or an empty string for no name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  // The first code point of each, so that no character is cut in half.
  return ends
    .map((word) => /./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
