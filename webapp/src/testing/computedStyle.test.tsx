import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getJsdomStyle } from './computedStyle';

const names =
  'a abbr article aside b button caption col colgroup datalist dd details dialog div dl dt em fieldset figure footer ' +
  'form h1 h2 h3 header hr img input label legend li main nav noscript ol optgroup option p progress script section ' +
  'select span strong style summary svg table tbody td template textarea tfoot th thead title tr ul';
const properties = ['display', 'visibility', 'opacity', 'pointerEvents', 'color'] as const;
const readStyle = (style: CSSStyleDeclaration) => properties.map((name) => style[name]);

function expectAsJsdom(element: Element): void {
  expect(readStyle(window.getComputedStyle(element))).toEqual(readStyle(getJsdomStyle(element)));
  expect(window.getComputedStyle(element).getPropertyValue('display')).toBe(getJsdomStyle(element).display);
  expect(window.getComputedStyle(element).getPropertyValue('color')).toBe(getJsdomStyle(element).color);
}

describe('the style of an element is that of jsdom', () => {
  it.each(names.split(' '))('%s', (name) => {
    const elements = [
      {},
      { hidden: '' },
      { open: '' },
      { type: 'hidden' },
      { style: 'display: flex' },
      { style: 'height: 9px' },
    ].map((attributes: Record<string, string>) => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      return document.body.appendChild(element);
    });
    elements.forEach(expectAsJsdom);
  });

  it('for inherited properties', () => {
    const { container } = render(
      <>
        <div style={{ visibility: 'hidden' }}>
          <p>
            <b>Text</b>
          </p>
        </div>
        <div style={{ pointerEvents: 'none' }}>
          <b />
        </div>
        <table>
          <tbody hidden>
            <tr>
              <td />
            </tr>
          </tbody>
        </table>
        <details>
          <summary />
          <summary />
        </details>
        <div popover="auto" />
      </>,
    );
    container.querySelectorAll('*').forEach(expectAsJsdom);
    expect(window.getComputedStyle(screen.getByText('Text')).visibility).toBe('hidden');
  });

  it('after changes', () => {
    render(<p>Text</p>);
    const element = screen.getByText('Text');
    expect(window.getComputedStyle(element).display).toBe('block');
    element.hidden = true;
    expect(window.getComputedStyle(element).display).toBe('none');
    element.hidden = false;
    element.style.display = 'grid';
    expect(window.getComputedStyle(element).display).toBe('grid');
  });

  it('on a page with a style sheet', () => {
    render(<p className="gone">Text</p>);
    const sheet = document.createElement('style');
    sheet.textContent = '.gone { display: none }';
    document.head.append(sheet);
    expect(window.getComputedStyle(screen.getByText('Text')).display).toBe('none');
  });
});
