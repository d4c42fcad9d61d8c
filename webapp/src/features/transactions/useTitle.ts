import { useEffect } from 'react';

/** Names the page in the browser's title while something that has no page heading is shown on it. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = before.replace(/^.*(?= \| )/, title);
    return () => {
      document.title = before;
    };
  }, [title]);
}
