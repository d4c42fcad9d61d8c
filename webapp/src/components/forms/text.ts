// `shared/python/portal/text.py` has the same rules; `tests/corpora/typed_text.json` tests both.

/**
 * Invisible characters. The first group matches the ones to keep: flags of regions, joiners and variation selectors in
 * emoji, and joiners in the scripts in which they distinguish words.
 */
const invisibleCharacters =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[#*0-9])\ufe0f(?=\u20e3)|(?<=[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc])\p{Join_Control}(?=[\u0600-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2])\p{Join_Control})|(?![\t-\r\x85])\p{Cc}|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu;

/**
 * Returns text as the portal stores it: without invisible characters, with one kind of space, trimmed, accents
 * composed.
 */
export function cleanText(typed: string): string {
  return typed
    .replace(invisibleCharacters, '$1')
    .replace(/\r\n|[\r\v\f\x85\u2028\u2029]/g, '\n')
    .replace(/[^\S\n]+|\u2800+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .normalize('NFC');
}

/** Replaces every dash and apostrophe with `-` and `'`. */
export function foldSigns(text: string): string {
  return text
    .replace(/[\u058a\u05be\u1806\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g, '-')
    .replace(/[`\xb4\u2018\u2019\u201b\u2032\u2035\uff07]/g, "'");
}

/** Returns the letters and digits of a number, without separators. */
export function removeSeparators(typed: string): string {
  return foldSigns(cleanText(typed)).replace(/[ .\xb7\u2022/-]/g, '');
}
