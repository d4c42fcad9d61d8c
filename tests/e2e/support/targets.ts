import type { Page } from '@playwright/test';

/** The least height of a target in CSS pixels: WCAG 2.5.5, Target Size (Enhanced). */
const leastHeight = 44;

/**
 * Lists visible controls and links that are lower than 44 px. Links within a sentence are exempt. The height of a
 * checkbox or radio button includes its label, and that of a link includes the area that its pseudo-element covers.
 */
export const listSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const controls =
      'a[href]:not(.usa-skipnav), button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=button]';

    const isSeen = (element: Element): boolean => {
      const { width, height, right, bottom } = element.getBoundingClientRect();
      return (
        element.checkVisibility({ visibilityProperty: true }) &&
        width > 1 &&
        height > 1 &&
        right > 0 &&
        bottom > -scrollY
      );
    };

    const isInline = (element: Element): boolean =>
      ['inline', 'contents'].includes(getComputedStyle(element).display);

    /** Tells if the block of text around an inline link has words outside of links. */
    const isInSentence = (link: Element): boolean => {
      if (!isInline(link)) return false;
      let block = link.parentElement;
      while (block && isInline(block)) block = block.parentElement;
      const walker = document.createTreeWalker(block ?? document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent || parent.closest('a, button, .usa-sr-only, svg') || !parent.checkVisibility()) continue;
        let around: Element | null = parent;
        while (around && around !== block && isInline(around)) around = around.parentElement;
        if (around === block && /\p{L}/u.test(walker.currentNode.nodeValue ?? '')) return true;
      }
      return false;
    };

    const measure = (element: Element): number => {
      const boxes: Element[] = [element];
      if (element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type))
        boxes.push(...(element.labels ?? []));
      const cover = getComputedStyle(element, '::after');
      if (
        element instanceof HTMLElement &&
        element.offsetParent &&
        cover.content !== 'none' &&
        cover.position === 'absolute'
      )
        boxes.push(element.offsetParent);
      return Math.max(...boxes.map((box) => box.getBoundingClientRect().height));
    };

    return [...document.querySelectorAll(controls)]
      .filter((element) => isSeen(element) && !isInSentence(element))
      .map((element) => ({ element, height: measure(element) }))
      .filter(({ height }) => height < least - 0.5)
      .map(({ element, height }) => {
        const text = element.textContent.trim().slice(0, 40);
        const classes = element.className ? `.${String(element.className).replaceAll(' ', '.')}` : '';
        return `a target of ${height} px: ${element.tagName.toLowerCase()}${classes} “${text}”`;
      });
  }, leastHeight);
