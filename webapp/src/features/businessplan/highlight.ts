import type { Matched } from './names';

/** A piece of a name, and whether it stands out. */
export interface Part {
  text: string;
  isMarked: boolean;
}

interface Range {
  from: number;
  to: number;
}

/** The letters of a text that count in a comparison, each with its place in the text. */
interface Letters {
  letters: string;
  places: readonly Range[];
}

const articles: ReadonlySet<string> = new Set(['A', 'AN', 'THE']);

/** What a character counts as: rules ign-3, ign-4 and ign-7 of shared/data/name_rules.json. */
function countedAs(character: string): string {
  if (character === '&') return 'AND';
  return character
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}%$+=@]/gu, '');
}

function lettersOf(text: string, offset = 0): Letters {
  let letters = '';
  const places: Range[] = [];
  let from = offset;
  for (const character of text) {
    const counted = countedAs(character);
    const to = from + character.length;
    letters += counted;
    places.push(...Array.from({ length: counted.length }, () => ({ from, to })));
    from = to;
  }
  return { letters, places };
}

function wordsOf(text: string): Letters[] {
  return [...text.matchAll(/\S+/g)]
    .map((match) => lettersOf(match[0], match.index))
    .filter(({ letters }) => letters !== '');
}

/** All words in one, without the articles (rule ign-6), unless there is nothing else. */
function joined(words: readonly Letters[]): Letters {
  const named = words.filter(({ letters }) => !articles.has(letters));
  const kept = named.length > 0 ? named : words;
  return {
    letters: kept.map(({ letters }) => letters).join(''),
    places: kept.flatMap(({ places }) => places),
  };
}

function rangeOf({ places }: Letters, first: number, length: number): Range[] {
  const [from, to] = [places[first], places[first + length - 1]];
  return from && to ? [{ from: from.from, to: to.to }] : [];
}

function partsOf(text: string, ranges: readonly Range[]): Part[] {
  const parts: Part[] = [];
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
 * A found name with the part marked for which it was found.
 *
 * @param typed what was looked for
 * @param matched how it was found; of a name that only is similar or sounds alike nothing is marked
 */
export function markMatch(name: string, typed: string, matched: Matched): Part[] {
  const wanted = wordsOf(typed);
  if (matched === 'similar' || matched === 'soundsLike' || wanted.length === 0) return partsOf(name, []);
  const words = wordsOf(name);
  if (matched !== 'words') {
    const looked = joined(wanted);
    const whole = joined(words);
    const first = whole.letters.indexOf(looked.letters);
    if (first >= 0) return partsOf(name, rangeOf(whole, first, looked.letters.length));
  }
  return partsOf(
    name,
    words.flatMap((word) => {
      const longest = Math.max(
        0,
        ...wanted.map(({ letters }) => (word.letters.startsWith(letters) ? letters.length : 0)),
      );
      return longest > 0 ? rangeOf(word, 0, longest) : [];
    }),
  );
}

/** For each pair of beginnings, how many characters they have in common in the same order. */
function commonLengths(one: readonly string[], other: readonly string[]): number[][] {
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

const segmenter = new Intl.Segmenter('en');

/** A text cut into what a person sees as one character each. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Two names with what only one of them has marked; a difference of case is none (rule ign-3). */
export function markDifferences(mine: string, theirs: string): { mine: Part[]; theirs: Part[] } {
  const ownCharacters = charactersOf(mine);
  const otherCharacters = charactersOf(theirs);
  const own = ownCharacters.map((character) => character.toUpperCase());
  const other = otherCharacters.map((character) => character.toUpperCase());
  const lengths = commonLengths(own, other);
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
  return { mine: grouped(ownCharacters, isOwn), theirs: grouped(otherCharacters, isOther) };
}

function grouped(characters: readonly string[], marks: readonly boolean[]): Part[] {
  const parts: Part[] = [];
  characters.forEach((character, index) => {
    const isMarked = marks[index] ?? false;
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += character;
    else parts.push({ text: character, isMarked });
  });
  return parts;
}
