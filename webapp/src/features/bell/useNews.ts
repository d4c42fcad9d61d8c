import { useEffect, useState } from 'react';
import type { Unread } from '@/lib/unread/unread';

/** The milliseconds for which a change is news: announced once, and removed before a screen reader finds it again. */
const lifetime = 10_000;

/** Returns true if the unread counts have just changed; the first known counts are no change. */
export function useNews({ portal, agency }: Unread): boolean {
  const known = {
    portal: portal && `${portal.count} ${portal.atLeast}`,
    agency: agency?.hasUnread,
  };
  const [seen, setSeen] = useState({ ...known, isNews: false });
  const isChanged = (inbox: 'portal' | 'agency') => seen[inbox] !== known[inbox];
  if (isChanged('portal') || isChanged('agency')) {
    const isNews = (inbox: 'portal' | 'agency') =>
      isChanged(inbox) && seen[inbox] !== undefined && known[inbox] !== undefined;
    setSeen({ ...known, isNews: isNews('portal') || isNews('agency') });
  }

  useEffect(() => {
    if (!seen.isNews) return;
    const timer = setTimeout(() => setSeen((last) => ({ ...last, isNews: false })), lifetime);
    return () => clearTimeout(timer);
  }, [seen]);

  return seen.isNews;
}
