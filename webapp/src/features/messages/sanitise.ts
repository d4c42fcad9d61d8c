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
  // A link whose address was removed stays as its label.
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
  element.setAttribute('class', 'usa-link');
}

/**
 * Cleans an agency's HTML and returns its nodes. The portal already cleaned it on arrival. Links open in a new tab and
 * say so. Blocks have the direction of their first letter.
 *
 * @param newTabText the label of a link for screen readers
 */
export async function sanitizeHtml(html: string, newTabText: string): Promise<DocumentFragment> {
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
    const label = document.createElement('span');
    label.className = 'usa-sr-only';
    label.textContent = ` ${newTabText}`;
    link.append(label);
  }
  return fragment;
}
