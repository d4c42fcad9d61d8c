import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Sets the description and canonical link for search engines and link previews while the page is shown. A document that
 * opens by its address already has both; afterwards the general description returns.
 */
export function usePageDescription(text: string): void {
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
    const existing = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
    const canonical = existing ?? document.head.appendChild(document.createElement('link'));
    canonical.rel = 'canonical';
    canonical.setAttribute('href', pathname.toLowerCase().replace(/\/+$/, ''));
    return () => canonical.remove();
  }, [pathname]);
}
