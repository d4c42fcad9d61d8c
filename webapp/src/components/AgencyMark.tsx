import type { Agency } from '@/lib/connections/subscriptions';

/** Words that say nothing of which agency it is. */
const smallWords = /^(of|and|the|for|de|del|la|las|los|el|y)$/i;

/** Up to three letters for an agency without a logo: with two, many would have the same. */
function getInitials(name: string): string {
  const words = name.split(/[\s/-]+/).filter((word) => /^\p{L}/u.test(word) && !smallWords.test(word));
  const [first = ''] = words;
  // An agency that goes by its initials is known by them.
  if (/^\p{Lu}{2,4}$/u.test(first)) return first;
  return words
    .slice(0, 3)
    .map((word) => word.slice(0, 1))
    .join('')
    .toUpperCase();
}

/** The agency's logo or its letters; decoration, its name stands beside it. */
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
