import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

type NameFault = 'invisible' | 'address' | 'sign' | 'mixedScripts' | 'noLetter';

/** The longest name that the server takes, in characters. */
export const longestName = 80;

const faultWords: Record<NameFault, MessageDescriptor> = {
  invisible: msg`Remove invisible or control characters from this name.`,
  address: msg`A name cannot hold a web address. Leave a space after a period, as in J. Smith.`,
  sign: msg`Use only letters, spaces, hyphens, apostrophes and periods, and no numbers or other signs.`,
  mixedScripts: msg`One word of this name mixes letters of different alphabets that look alike. Type it again in one alphabet.`,
  noLetter: msg`A name has at least one letter.`,
};

const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** With a period in the middle and two letters after it. Initials, J.R.R., are no address. */
const host = /:\/\/|(?:^|\s)www\.|\p{L}\.\p{L}{2}/iu;
const ofNames = /^[\p{L}\p{Mn}\p{Mc} '’.-]*$/u;
/** Letters of ordinary alphabets in another dress, such as the bold ones of mathematics. */
const dressed = /(?!\p{Lm})(?=\p{Script=Common})\p{L}|[\uff00-\uffef]/u;
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

/** What is wrong with a name; `functions/users/name_rules.py` says the same. Nothing is, while it is empty. */
export function nameFault(typed: string): NameFault | null {
  if (invisible.test(typed)) return 'invisible';
  const name = typed.trim().replaceAll(/\s+/gu, ' ').normalize('NFC');
  if (name === '') return null;
  if (host.test(name)) return 'address';
  if (!ofNames.test(name) || dressed.test(name) || piledMarks.test(name)) return 'sign';
  const isMixed = (word: string) => lookalikeScripts.filter((script) => script.test(word)).length > 1;
  if (name.split(/[ -]/u).some(isMixed)) return 'mixedScripts';
  return /\p{L}/u.test(name) ? null : 'noLetter';
}

/** What to tell a person about the name that they typed; null when there is nothing to tell. */
export function nameProblem(typed: string, t: (message: MessageDescriptor) => string): string | null {
  if (Array.from(typed).length > longestName) return t(msg`Enter at most 80 characters.`);
  const fault = nameFault(typed);
  return fault && t(faultWords[fault]);
}
