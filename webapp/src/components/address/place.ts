import { call, isCancelled, type AnswerBody } from '@/lib/api/call';

const checkPath = '/api/addressvalidation';

export type Check = AnswerBody<typeof checkPath, 'post'>;

export const placeFields = ['line1', 'line2', 'city', 'state', 'zip'] as const;
export type PlaceField = (typeof placeFields)[number];

/** The part of an address that says where it is. */
export type Place = Readonly<Record<PlaceField, string>>;

/** Saving never waits longer than this for advice. */
const patienceMilliseconds = 4_000;

/** The part of an address that a property of the check's answer names. */
export function placeFieldOf(propertyName: string): PlaceField | null {
  return placeFields.find((field) => field === propertyName) ?? null;
}

/** Returns whether two places are the same to the letter. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeFields.every((field) => one[field] === other[field]);
}

/**
 * What the portal knows of a place; null when it does not say, for whatever reason: that must not keep anybody from
 * saving.
 *
 * Throws `CancelledError` when the person moved on to another page.
 */
export async function checkOf(place: Place): Promise<Check | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMilliseconds, null);
  });
  const body = { ...place, address: null, country: 'US' };
  try {
    return await Promise.race([call('post', checkPath, { body }), silence]);
  } catch (error) {
    if (isCancelled(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a text without differences of capitals and punctuation. */
function wordsIn(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}#/]+/gu, ' ')
    .trim();
}

/** The fields in which two places differ by more than capitals and punctuation. */
export function differences(entered: Place, suggested: Place): PlaceField[] {
  return placeFields.filter((field) => wordsIn(entered[field]) !== wordsIn(suggested[field]));
}

/** A city as people write it: the check gives it in capitals. */
function cityInWords(city: string): string {
  return city.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Returns whether the city, state, and ZIP code may not belong together, and the portal knows none that do. */
export function hasAreaDoubt(check: Check): boolean {
  return (
    check.outcome === 'AMBIGUOUS' &&
    check.messages.some(({ propertyName }) => ['city', 'state', 'zip'].includes(propertyName))
  );
}

/**
 * What is worth suggesting. Where several addresses may be meant, the check gives what was typed in its standard form,
 * all capitals and abbreviations: what an alternative shares with that stays as it was typed.
 */
export function suggestionsOf(check: Check, entered: Place): Place[] {
  const isAmbiguous = check.outcome === 'AMBIGUOUS';
  const candidates = isAmbiguous ? check.alternatives : [check.suggestion];
  const shared = isAmbiguous ? (check.suggestion ?? entered) : entered;
  return candidates.flatMap((candidate) => {
    if (!candidate) return [];
    const meant = differences(shared, candidate);
    const changed = differences(entered, candidate).filter((field) => meant.includes(field));
    if (changed.length === 0) return [];
    const shown = { ...candidate, city: cityInWords(candidate.city) };
    return [{ ...entered, ...Object.fromEntries(changed.map((field) => [field, shown[field]])) }];
  });
}
