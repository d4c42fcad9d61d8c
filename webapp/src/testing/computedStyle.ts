/**
 * Speeds up the styles that Testing Library reads for every element, again after each change of the page. jsdom matches
 * all rules of its own style sheet; these depend on little, and the tests load no other.
 */

/** The attributes that the rules for these properties depend on, besides the name of an element. */
const attributes = ['hidden', 'open', 'type'];
/** The implementation of jsdom. */
export const getJsdomStyle = window.getComputedStyle.bind(window);
const cache = new Map<string, CSSStyleDeclaration>();

/** Returns true if an element has the style of any other with its name and attributes. */
function isPlain(element: Element): boolean {
  if (document.styleSheets.length > 0) return false;
  if (element.localName === 'summary' || element.hasAttribute('popover')) return false;
  if (/display|visibility|opacity|pointer-events|all/.test(element.getAttribute('style') ?? '')) return false;
  for (let above = element.parentElement; above; above = above.parentElement)
    // Inherited properties.
    if (
      above.hasAttribute('hidden') ||
      /visibility|pointer-events|all/.test(above.getAttribute('style') ?? '')
    )
      return false;
  return true;
}

function getPlainStyle(element: Element): CSSStyleDeclaration {
  const values = attributes.map((name) => element.getAttribute(name));
  const key = JSON.stringify([element.namespaceURI, element.localName, ...values]);
  let style = cache.get(key);
  if (!style) {
    const sample = document.createElementNS(element.namespaceURI, element.localName);
    attributes.forEach((name, index) => {
      const value = values[index];
      if (value != null) sample.setAttribute(name, value);
    });
    const { display, visibility, opacity, pointerEvents } = getJsdomStyle(sample);
    style = { display, visibility, opacity, pointerEvents } as CSSStyleDeclaration;
    cache.set(key, style);
  }
  return style;
}

window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || !isPlain(element)) return getJsdomStyle(element, pseudoElement);
  const style = getPlainStyle(element);
  return new Proxy(style, {
    get(_, name) {
      if (name in style) return Reflect.get(style, name) as unknown;
      if (name === 'getPropertyValue')
        return (property: string) =>
          (property in style
            ? Reflect.get(style, property)
            : getJsdomStyle(element).getPropertyValue(property)) as string;
      const fullStyle = getJsdomStyle(element);
      const value: unknown = Reflect.get(fullStyle, name);
      return typeof value === 'function' ? (value.bind(fullStyle) as unknown) : value;
    },
  });
};
