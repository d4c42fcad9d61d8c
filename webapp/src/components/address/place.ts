import { call, isCancelled, type AnswerBody } from '@/lib/api/call';

const checkPath = '/api/addressvalidation';

export type Check = AnswerBody<typeof checkPath, 'post'>;

export const placeFields = ['line1', 'line2', 'city', 'state', 'zip'] as const;
export type PlaceField = (typeof placeFields)[number];

/** The part of an address that identifies a place. */
export type Place = Readonly<Record<PlaceField, string>>;

/** The longest wait of saving for the check. */
const patienceMilliseconds = 4_000;

/** Returns the part of an address for a property of the check's reply. */
export function findPlaceField(propertyName: string): PlaceField | null {
  return placeFields.find((field) => field === propertyName) ?? null;
}

/** Returns true if two places are identical. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeFields.every((field) => one[field] === other[field]);
}

/**
 * Checks a place with the portal. Returns null if the check fails, because a failure must not prevent saving.
 *
 * Throws `CancelledError` after navigation to another page.
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

/** Removes differences of capitals and punctuation from a text. */
function normalizeText(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}#/]+/gu, ' ')
    .trim();
}

/** Lists the fields in which two places differ by more than capitals and punctuation. */
export function listDifferences(entered: Place, suggested: Place): PlaceField[] {
  return placeFields.filter((field) => normalizeText(entered[field]) !== normalizeText(suggested[field]));
}

/** Capitalizes a city as people write it; the check returns it in upper case. */
function capitalizeCity(city: string): string {
  return city.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}

/** Returns true if the city, state, and ZIP code may not belong together, and the portal has no suggestion. */
export function hasAreaDoubt(check: Check): boolean {
  return (
    check.outcome === 'AMBIGUOUS' &&
    check.messages.some(({ propertyName }) => ['city', 'state', 'zip'].includes(propertyName))
  );
}

/**
 * Lists the places to suggest. For an ambiguous place, the check also returns the typed place in its standard form, in
 * upper case with abbreviations; its unchanged parts stay as typed.
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
