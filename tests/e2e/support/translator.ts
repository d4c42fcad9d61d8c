import type { Page } from '@playwright/test';

/**
 * Changes the page as the translator of Chrome does: it takes each text node out and puts two `font` elements in its
 * place, now and for whatever comes later. The words stay as they are.
 */
function translate(): void {
  const untouched = 'head, script, style, noscript, textarea, option, [translate="no"], svg, font';

  function wrap(text: Text): void {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }

  function wrapAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  }

  if (document.body) wrapAll(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Text) wrap(node);
        else wrapAll(node);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Translates the page that is open. */
export const translatePage = (page: Page): Promise<void> => page.evaluate(translate);

/** Translates every page that is opened from now on, from its first text on. */
export const translatePages = (page: Page): Promise<unknown> => page.addInitScript(translate);
