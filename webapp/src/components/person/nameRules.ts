import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { cleanText, foldSigns } from '@/components/forms/text';

type NameFault = 'address' | 'sign' | 'mixedScripts' | 'noLetter';

/** The maximum length of a name in the API, in characters. */
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
/** Styled variants of letters, such as mathematical bold. */
const styledLetters = /(?!\p{Lm})(?=\p{Script=Common})\p{L}|[\uff00-\uffef]/u;
/** More combining marks on a letter than any language uses. */
const stackedMarks = /\p{Mn}{5}/u;
/** Scripts whose letters look like those of another script. */
const lookalikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
];

/** Cleans a name as `shared/python/domains/accounts/name_rules.py` does before it is stored. */
export function cleanName(typed: string): string {
  const name = foldSigns(cleanText(typed))
    .replaceAll("'", '’')
    .replaceAll('\n', ' ')
    .replace(commaBeforeSuffix, ' ');
  return webAddress.test(name) ? name : name.replaceAll(/(?<=\p{L})\.(?=\p{L}{2})/gu, '. ');
}

/** Finds the fault of a cleaned name; null for a valid or empty name. */
export function findNameFault(name: string): NameFault | null {
  if (name === '') return null;
  if (webAddress.test(name)) return 'address';
  if (!namePattern.test(name.replace(parentMark, '')) || styledLetters.test(name) || stackedMarks.test(name))
    return 'sign';
  const isMixed = (word: string) => lookalikeScripts.filter((script) => script.test(word)).length > 1;
  if (name.split(/[ -]/u).some(isMixed)) return 'mixedScripts';
  return /\p{L}/u.test(name) ? null : 'noLetter';
}

/** Describes the fault of a typed name; null for a valid or empty name. */
export function describeNameFault(typed: string, t: (message: MessageDescriptor) => string): string | null {
  const fault = findNameFault(cleanName(typed));
  return fault && t(faultMessages[fault]);
}
