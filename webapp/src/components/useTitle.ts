import { useEffect } from 'react';
import { getPageTitle, setPageTitle } from '@/lib/pageTitle';

/** Sets the browser's title while content without a page heading is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = getPageTitle();
    setPageTitle(before.replace(/^.*(?= \| )/, title));
    return () => setPageTitle(before);
  }, [title]);
}
