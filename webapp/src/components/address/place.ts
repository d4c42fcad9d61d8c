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
export function findPlaceField(propertyName: string): PlaceField | null {
  return placeFields.find((field) => field === propertyName) ?? null;
}

/** Returns whether two places are the same to the letter. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeFields.every((field) => one[field] === other[field]);
}

/**
 * Checks a place with the portal. Returns null when the check fails, for any reason, because that must not stop anybody
 * from saving.
 *
 * Throws `CancelledError` when the person moved on to another page.
 */
export async function checkPlace(place: Place): Promise<Check | null> {
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
function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}#/]+/gu, ' ')
    .trim();
}

/** The fields in which two places differ by more than capitals and punctuation. */
export function listDifferences(entered: Place, suggested: Place): PlaceField[] {
  return placeFields.filter((field) => normalizeText(entered[field]) !== normalizeText(suggested[field]));
}

/** A city as people write it: the check gives it in capitals. */
function capitalizeCity(city: string): string {
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
 * Lists the places to suggest. For an ambiguous place, the check also gives the typed place in its standard form, all
 * capitals and abbreviations: the parts of an alternative that are the same stay as typed.
 */
export function listSuggestions(check: Check, entered: Place): Place[] {
  const isAmbiguous = check.outcome === 'AMBIGUOUS';
  const candidates = isAmbiguous ? check.alternatives : [check.suggestion];
  const shared = isAmbiguous ? (check.suggestion ?? entered) : entered;
  return candidates.flatMap((candidate) => {
    if (!candidate) return [];
    const meant = listDifferences(shared, candidate);
    const changed = listDifferences(entered, candidate).filter((field) => meant.includes(field));
    if (changed.length === 0) return [];
    const shown = { ...candidate, city: capitalizeCity(candidate.city) };
    return [{ ...entered, ...Object.fromEntries(changed.map((field) => [field, shown[field]])) }];
  });
}
