/**
 * What Testing Library asks of the style of an element, for every element and again after each change of the page.
 * jsdom answers by matching all rules of its own style sheet; these hang on little, and the tests load no other.
 */

/** What the rules about these properties look at, besides the name of an element. */
const attributes = ['hidden', 'open', 'type'];
/** As jsdom answers. */
export const jsdom = window.getComputedStyle.bind(window);
const kept = new Map<string, CSSStyleDeclaration>();

/** Whether an element looks like any other of its name and attributes. */
function isPlain(element: Element): boolean {
  if (document.styleSheets.length > 0) return false;
  if (element.localName === 'summary' || element.hasAttribute('popover')) return false;
  if (/display|visibility|opacity|pointer-events|all/.test(element.getAttribute('style') ?? '')) return false;
  for (let above = element.parentElement; above; above = above.parentElement)
    // What is inherited.
    if (
      above.hasAttribute('hidden') ||
      /visibility|pointer-events|all/.test(above.getAttribute('style') ?? '')
    )
      return false;
  return true;
}

function styleOf(element: Element): CSSStyleDeclaration {
  const values = attributes.map((name) => element.getAttribute(name));
  const key = JSON.stringify([element.namespaceURI, element.localName, ...values]);
  let style = kept.get(key);
  if (!style) {
    const alike = document.createElementNS(element.namespaceURI, element.localName);
    attributes.forEach((name, index) => {
      const value = values[index];
      if (value != null) alike.setAttribute(name, value);
    });
    const { display, visibility, opacity, pointerEvents } = jsdom(alike);
    style = { display, visibility, opacity, pointerEvents } as CSSStyleDeclaration;
    kept.set(key, style);
  }
  return style;
}

window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || !isPlain(element)) return jsdom(element, pseudoElement);
  const style = styleOf(element);
  return new Proxy(style, {
    get(_, name) {
      if (name in style) return Reflect.get(style, name) as unknown;
      if (name === 'getPropertyValue')
        return (property: string) =>
          (property in style
            ? Reflect.get(style, property)
            : jsdom(element).getPropertyValue(property)) as string;
      const whole = jsdom(element);
      const value: unknown = Reflect.get(whole, name);
      return typeof value === 'function' ? (value.bind(whole) as unknown) : value;
    },
  });
};
