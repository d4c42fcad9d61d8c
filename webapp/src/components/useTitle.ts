import { useEffect } from 'react';
import { getPageTitle, setPageTitle } from '@/lib/pageTitle';

/** Names the page in the browser's title while something that has no page heading is shown on it. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = getPageTitle();
    setPageTitle(before.replace(/^.*(?= \| )/, title));
    return () => setPageTitle(before);
  }, [title]);
}
