import { useEffect } from 'react';

/** Describes the page to search engines and previews of links, as long as it is shown. */
export function useDescription(text: string): void {
  useEffect(() => {
    const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!description) return;
    const before = description.content;
    description.content = text;
    return () => {
      description.content = before;
    };
  }, [text]);
}
