import type { Config } from 'dompurify';

/** The elements and attributes of an agency's HTML; the portal allows the same (docs/add-an-agency.md). */
const allowed: Config = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', '#text'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan', 'scope'],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  // Every other attribute would have to look like an address.
  ADD_URI_SAFE_ATTR: ['colspan', 'rowspan', 'scope'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
};

/** Chromium asks for the track of a video even in the document that markup is cleaned in, which is never shown. */
const tracks = /<track\b/gi;

function markLink(element: Element): void {
  // A link whose address was removed stays as its words.
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
  element.setAttribute('class', 'usa-link');
}

/**
 * An agency's HTML as nodes for the page. The portal cleaned it on arrival; that is not relied upon here. Links open in
 * a new tab and say so. Blocks have the direction of their first letter.
 *
 * @param newTabWords what a link says to those who do not see where it leads.
 */
export async function sanitizeHtml(html: string, newTabWords: string): Promise<DocumentFragment> {
  const { default: purify } = await import('dompurify');
  purify.removeAllHooks();
  purify.addHook('afterSanitizeAttributes', markLink);
  const fragment = purify.sanitize(
    html.replaceAll(tracks, '<removed'),
    allowed,
  ) as unknown as DocumentFragment;
  for (const block of fragment.querySelectorAll('p, h2, h3, ul, ol, table'))
    block.setAttribute('dir', 'auto');
  for (const link of fragment.querySelectorAll('a[href]')) {
    const words = document.createElement('span');
    words.className = 'usa-sr-only';
    words.textContent = ` ${newTabWords}`;
    link.append(words);
  }
  return fragment;
}
