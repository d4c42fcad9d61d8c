import type { Agency } from '@/lib/connections/subscriptions';

/** Words that do not identify an agency. */
const genericWords = /^(of|and|the|for|de|del|la|las|los|el|y)$/i;

/** Returns up to three letters for an agency without a logo; with two, many agencies would have the same. */
function getInitials(name: string): string {
  const words = name.split(/[\s/-]+/).filter((word) => /^\p{L}/u.test(word) && !genericWords.test(word));
  const [first = ''] = words;
  // Some agencies are known by their initials.
  if (/^\p{Lu}{2,4}$/u.test(first)) return first;
  return words
    .slice(0, 3)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase();
}

/** The agency's logo or its letters. It is decorative, because the name stands beside it. */
export function AgencyMark({ agency }: { agency: Agency }) {
  return (
    <span className="round agency-mark" aria-hidden="true">
      {agency.logo ? (
        <img src={agency.logo} alt="" className="agency-mark__logo" />
      ) : (
        getInitials(agency.name)
      )}
    </span>
  );
}
