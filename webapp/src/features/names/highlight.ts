import type { Matched } from './api';

/** A piece of a name; a marked one is highlighted. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

interface Range {
  from: number;
  to: number;
}

/** The compared letters of a text, each with its position in the text. */
interface Letters {
  letters: string;
  places: readonly Range[];
}

const articles: ReadonlySet<string> = new Set(['A', 'AN', 'THE']);

const letterOrder = new Intl.Collator('en', { sensitivity: 'base', usage: 'search' });
const plainLetters = ['AE', 'SS', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')];

/** Writes a Latin letter that Unicode does not decompose, such as đ or ø, with its base letters. */
function writePlain(letter: string): string {
  return plainLetters.find((plain) => letterOrder.compare(letter, plain) === 0) ?? letter;
}

/** Normalizes a character for comparison: rules ign-3, ign-4 and ign-7 of shared/data/name_rules.json. */
function normalizeCharacter(character: string): string {
  if (character === '&') return 'AND';
  return character
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}%$+=@]/gu, '')
    .replaceAll(/(?=\p{Script=Latin})[^\p{ASCII}]/gu, writePlain);
}

function extractLetters(text: string, offset = 0): Letters {
  let letters = '';
  const places: Range[] = [];
  let from = offset;
  for (const character of text) {
    const counted = normalizeCharacter(character);
    const to = from + character.length;
    letters += counted;
    places.push(...Array.from({ length: counted.length }, () => ({ from, to })));
    from = to;
  }
  return { letters, places };
}

function splitAtSpaces(text: string): Letters[] {
  return [...text.matchAll(/\S+/g)]
    .map((match) => extractLetters(match[0], match.index))
    .filter(({ letters }) => letters !== '');
}

/** Joins words without articles (rule ign-6), unless there are only articles. */
function joinLetters(words: readonly Letters[]): Letters {
  const named = words.filter(({ letters }) => !articles.has(letters));
  const kept = named.length > 0 ? named : words;
  return {
    letters: kept.map(({ letters }) => letters).join(''),
    places: kept.flatMap(({ places }) => places),
  };
}

function findRange({ places }: Letters, first: number, length: number): Range[] {
  const [from, to] = [places[first], places[first + length - 1]];
  return from && to ? [{ from: from.from, to: to.to }] : [];
}

function splitByRanges(text: string, ranges: readonly Range[]): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { from, to } of [...ranges].sort((one, other) => one.from - other.from)) {
    if (from > done) parts.push({ text: text.slice(done, from), isMarked: false });
    if (to > done) parts.push({ text: text.slice(Math.max(from, done), to), isMarked: true });
    done = Math.max(done, to);
  }
  if (done < text.length) parts.push({ text: text.slice(done), isMarked: false });
  return parts;
}

/**
 * Splits a found name into parts and marks the ones that match the search.
 *
 * @param typed the searched text
 * @param matched how the name was found; nothing is marked in a name that is only similar or sounds alike
 */
export function markMatch(name: string, typed: string, matched: Matched): TextPart[] {
  const wanted = splitAtSpaces(typed);
  if (matched === 'similar' || matched === 'soundsLike' || wanted.length === 0)
    return splitByRanges(name, []);
  const words = splitAtSpaces(name);
  if (matched !== 'words') {
    const wantedLetters = joinLetters(wanted);
    const whole = joinLetters(words);
    const first = whole.letters.indexOf(wantedLetters.letters);
    if (first >= 0) return splitByRanges(name, findRange(whole, first, wantedLetters.letters.length));
  }
  return splitByRanges(
    name,
    words.flatMap((word) => {
      const longest = Math.max(
        0,
        ...wanted.map(({ letters }) => (word.letters.startsWith(letters) ? letters.length : 0)),
      );
      return longest > 0 ? findRange(word, 0, longest) : [];
    }),
  );
}

/** Computes the length of the longest common subsequence for each pair of prefixes. */
function computeCommonLengths(one: readonly string[], other: readonly string[]): number[][] {
  const rows = [new Array<number>(other.length + 1).fill(0)];
  for (const character of one) {
    const above = rows.at(-1) ?? [];
    const row = [0];
    other.forEach((beside, column) => {
      const before = above[column] ?? 0;
      row.push(character === beside ? before + 1 : Math.max(above[column + 1] ?? 0, row[column] ?? 0));
    });
    rows.push(row);
  }
  return rows;
}

/**
 * Splits a text into characters as a reader sees them (grapheme clusters). Firefox before 125 cannot, and gets a letter
 * with the marks that follow it.
 */
function splitCharacters(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
  return Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
}

/** Splits two names into parts and marks the characters that only one has; case is ignored (rule ign-3). */
export function markDifferences(mine: string, theirs: string): { mine: TextPart[]; theirs: TextPart[] } {
  const ownCharacters = splitCharacters(mine);
  const otherCharacters = splitCharacters(theirs);
  const own = ownCharacters.map((character) => character.toUpperCase());
  const other = otherCharacters.map((character) => character.toUpperCase());
  const lengths = computeCommonLengths(own, other);
  const isOwn = own.map(() => true);
  const isOther = other.map(() => true);
  let [row, column] = [own.length, other.length];
  while (row > 0 && column > 0) {
    if (own[row - 1] === other[column - 1]) {
      row -= 1;
      column -= 1;
      isOwn[row] = false;
      isOther[column] = false;
    } else if ((lengths[row - 1]?.[column] ?? 0) >= (lengths[row]?.[column - 1] ?? 0)) {
      row -= 1;
    } else {
      column -= 1;
    }
  }
  return { mine: groupCharacters(ownCharacters, isOwn), theirs: groupCharacters(otherCharacters, isOther) };
}

function groupCharacters(characters: readonly string[], marks: readonly boolean[]): TextPart[] {
  const parts: TextPart[] = [];
  characters.forEach((character, index) => {
    const isMarked = marks[index] ?? false;
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else parts.push({ text: character, isMarked });
  });
  return parts;
}
