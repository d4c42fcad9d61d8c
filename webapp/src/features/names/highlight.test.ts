import { describe, expect, it } from 'vitest';
import { markDifferences, markMatch, type TextPart } from './highlight';
import type { Matched } from './api';

const formatParts = (parts: readonly TextPart[]) =>
  parts.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

describe('the marked match', () => {
  it.each<[string, string, Matched, string]>([
    ['Desert Bloom LLC', 'des', 'beginning', '[Des]ert Bloom LLC'],
    ['The Desert Bloom LLC', 'desert b', 'beginning', 'The [Desert B]loom LLC'],
    ["Joe's Bar, Inc.", 'joesb', 'beginning', "[Joe's B]ar, Inc."],
    ['Salt & Stone LLC', 'salt and st', 'beginning', '[Salt & St]one LLC'],
    ['Café Río LLC', 'cafe rio', 'beginning', '[Café Río] LLC'],
    ['Đặng Bakery LLC', 'dang', 'beginning', '[Đặng] Bakery LLC'],
    ['Smørrebrød LLC', 'smorre', 'beginning', '[Smørre]brød LLC'],
    ['Łódź Æther LLC', 'aeth', 'words', 'Łódź [Æth]er LLC'],
    ['Blue Mesa Roofing LLC', 'oof', 'contains', 'Blue Mesa R[oof]ing LLC'],
    ['Blue Mesa Roofing LLC', 'mesaroof', 'contains', 'Blue [Mesa Roof]ing LLC'],
    ['Agave Torardon Cafe, Inc.', 'ca ag', 'words', '[Ag]ave Torardon [Ca]fe, Inc.'],
    ['Sonora Bakery LLC', 'sonroa', 'similar', 'Sonora Bakery LLC'],
    ['A Bakery LLC', 'a', 'beginning', 'A B[a]kery LLC'],
    ['Bakery LLC', '???', 'beginning', 'Bakery LLC'],
    ['Bakery LLC', '', 'beginning', 'Bakery LLC'],
  ])('in %s for "%s"', (name, typed, matched, expected) => {
    expect(formatParts(markMatch(name, typed, matched))).toBe(expected);
  });
});

describe('the marked differences', () => {
  it.each([
    ['Bobs Bar LLC', 'Bob Bar LLC', 'Bob[s] Bar LLC', 'Bob Bar LLC'],
    ['Desert Sun LLC', 'DESERT SON LLC', 'Desert S[u]n LLC', 'DESERT S[O]N LLC'],
    ['Same LLC', 'same llc', 'Same LLC', 'same llc'],
    ['🌵 Bar', '🌴 Bar', '[🌵] Bar', '[🌴] Bar'],
    ['', 'Bar', '', '[Bar]'],
  ])('of %s and %s', (mine, theirs, ownMarks, otherMarks) => {
    const marked = markDifferences(mine, theirs);
    expect(formatParts(marked.mine)).toBe(ownMarks);
    expect(formatParts(marked.theirs)).toBe(otherMarks);
  });

  it('of names of the maximum length are found in time', () => {
    const marked = markDifferences('ab'.repeat(100), 'ba'.repeat(100));
    expect(marked.mine.map(({ text }) => text).join('')).toBe('ab'.repeat(100));
  });
});
