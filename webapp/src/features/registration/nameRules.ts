import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { cleanText, foldSigns } from '@/components/forms/text';

type NameFault = 'address' | 'sign' | 'mixedScripts' | 'noLetter';

/** The longest name that the server takes, in characters. */
export const maxNameLength = 80;

const faultMessages: Record<NameFault, MessageDescriptor> = {
  address: msg`A name cannot be a web address. If this is your name, leave a space after the period.`,
  sign: msg`Use only letters, spaces, hyphens, apostrophes, and periods. Do not use numbers or signs. Write 3rd as III.`,
  mixedScripts: msg`One word in this name mixes similar letters from different alphabets. Type it again in one alphabet.`,
  noLetter: msg`Enter at least one letter.`,
};

const webAddress =
  /:\/\/|(?:^|\s)www\.|\p{L}\.(?:com|net|org|info|biz|gov|edu|mil|int|io|co|app|dev|xyz|online|site|shop|store|top|club|live|link|me|us|mx|tv|ru|рф)(?!\p{L})/iu;
const namePattern = /^[\p{L}\p{Mn}\p{Mc}\p{Join_Control} ’.·・-]*$/u;
/** "Son of", "daughter of", and the like, parts of legal names in Malaysia and Singapore. */
const parentMark = /(?<!\S)(?:[sdcw]\/o|a\/[lp])(?!\S)/giu;
const commaBeforeSuffix = / ?, ?(?=(?:jr|sr|i{2,3}|iv|vi?)\.?$)/iu;
/** Letters of ordinary alphabets in another dress, such as the bold ones of mathematics. */
const styledLetters = /(?!\p{Lm})(?=\p{Script=Common})\p{L}|[\uff00-\uffef]/u;
/** More marks on one letter than any language writes. */
const piledMarks = /\p{Mn}{5}/u;
/** The scripts that have letters which look like those of another. */
const lookalikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** A name as the portal keeps it; `functions/users/name_rules.py` does the same. */
export function cleanName(typed: string): string {
  const name = foldSigns(cleanText(typed))
    .replaceAll("'", '’')
    .replaceAll('\n', ' ')
    .replace(commaBeforeSuffix, ' ');
  return webAddress.test(name) ? name : name.replaceAll(/(?<=\p{L})\.(?=\p{L}{2})/gu, '. ');
}

/** The fault of a name as `cleanName` returns it; null for a good one and for an empty one. */
export function findNameFault(name: string): NameFault | null {
  if (name === '') return null;
  if (webAddress.test(name)) return 'address';
  if (!namePattern.test(name.replace(parentMark, '')) || styledLetters.test(name) || piledMarks.test(name))
    return 'sign';
  const isMixed = (word: string) => lookalikeScripts.filter((script) => script.test(word)).length > 1;
  if (name.split(/[ -]/u).some(isMixed)) return 'mixedScripts';
  return /\p{L}/u.test(name) ? null : 'noLetter';
}

/** What to tell a person about the name that they typed; null when there is nothing to tell. */
export function describeNameFault(typed: string, t: (message: MessageDescriptor) => string): string | null {
  const fault = findNameFault(cleanName(typed));
  return fault && t(faultMessages[fault]);
}
