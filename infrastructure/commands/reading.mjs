// Checks the reading grade of the English texts that people read, except terms and privacy notice.
import { execFileSync } from 'node:child_process';
import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import { root } from './paths.mjs';
import { textsIn } from './promises.mjs';

const maxGrade = 8;
/** Shorter texts are labels and single sentences, for which the grade says little. */
const minWords = 12;
const maxSentenceWords = 25;

const sources = [
  'webapp/src/**/locales/en.po',
  'webapp/help/pages/en/*.html',
  'functions/**/*.py',
  'shared/python/**/*.py',
  'infrastructure/sandbox/identity_provider/texts/en.json',
  'shared/data/*.json',
];
/** Texts for developers of agencies, legal texts, and names of sources. */
const excluded = [
  'functions/agencyinbound/', 'shared/data/terms.json', 'shared/data/data_map.json', 'shared/data/name_rules.json',
];

/** Terms of the portal, each read as one short word: people meet them on every page, and no shorter word is right. */
const terms = [
  'enhanced authentication', 'contact preferences', 'terms and conditions', 'mobile driver’s license', 'driver license',
  'identity provider', 'identity service', 'privacy officer', 'address', 'government search',
  'Corporation Commission', 'Secretary of State', 'statutory agent', 'Amazon Web Services', 'Business One Stop',
  'Social Security', 'Saguaro', 'Arizona', 'registration', 'authentication', 'application', 'transaction', 'reservation',
  'notification', 'confirmation', 'conversation', 'information', 'agency', 'agencies', 'government', 'business', 'county',
  'dashboard', 'security', 'administrator', 'credit bureau', 'estimator',
]; // prettier-ignore

const plain = (text) =>
  text
    .replace(/\{\w+, plural, .*?other \{((?:[^{}]|\{\w+\})*)\}\}/g, '$1')
    .replace(/<[^>]*>|\\n/g, ' ')
    .replace(/\$?\{[^}]*\}|#/g, 'Ann')
    .replace(new RegExp(`\\b(${terms.join('|')})s?\\b`, 'gi'), 'term')
    .replace(/\b(a|p)\.m\./g, '$1m');

const wordsOf = (text) => text.match(/[\p{L}\p{N}’'-]+/gu) ?? [];

/** Returns the grade by Flesch and Kincaid, the number of words, and that of the longest sentence. */
export function readingOf(text) {
  const sentences = plain(text)
    .split(/[.?!:;](?:\s|$)/)
    .map((sentence) => wordsOf(sentence).length)
    .filter((length) => length > 0);
  const words = wordsOf(plain(text));
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0);
  return {
    grade: fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables }),
    words: words.length,
    longest: Math.max(0, ...sentences),
  };
}

/** Lists the texts that are too hard, one line each. */
export function findHardTexts(texts) {
  return texts.flatMap((text) => {
    const { grade, words, longest } = readingOf(text);
    if (longest > maxSentenceWords) return [`a sentence of ${longest} words: ${text}`];
    if (words >= minWords && grade > maxGrade) return [`grade ${grade.toFixed(1)}: ${text}`];
    return [];
  });
}

/** Checks every text; the result is that of a command. */
export async function reading() {
  const globs = sources.map((source) => `:(glob)${source}`);
  const files = execFileSync('git', ['ls-files', ...globs], { cwd: root, encoding: 'utf8' });
  const found = files
    .trim()
    .split('\n')
    .filter((file) => !excluded.some((start) => file.startsWith(start)))
    .flatMap((file) => {
      const english = textsIn(file).filter(([, spanish]) => spanish !== '').map(([text]) => text);
      return findHardTexts([...new Set(english)]).map((fault) => `${file}: ${fault}`);
    });
  return { code: found.length === 0 ? 0 : 1, output: `${found.join('\n')}\n` };
}
