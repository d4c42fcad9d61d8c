import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Describes the page to search engines and previews of links, as long as it is shown. Its document has the same
 * already when the page is opened by its address; what is true of every page comes back afterwards.
 */
export function useDescription(text: string): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!description) return;
    const general = description.dataset.general ?? description.content;
    description.content = text;
    return () => {
      description.content = general;
    };
  }, [text]);

  useEffect(() => {
    const known = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const canonical = known ?? document.head.appendChild(document.createElement('link'));
    canonical.rel = 'canonical';
    canonical.setAttribute('href', pathname.toLowerCase().replace(/\/+$/, ''));
    return () => canonical.remove();
  }, [pathname]);
}
