import { expect, it } from 'vitest';
import { sanitizeHtml } from './sanitise';

async function renderHtml(html: string): Promise<string> {
  const container = document.createElement('div');
  container.append(await sanitizeHtml(html, '(new tab)'));
  return container.innerHTML.replaceAll(' dir="auto"', '');
}

it('gives each block the direction of its own text', async () => {
  const blocks = await sanitizeHtml(
    '<h2>مهم</h2><p>Hello</p><ul><li>واحد</li></ul><blockquote><p>نص</p></blockquote><table><tbody><tr><td>أ</td></tr></tbody></table>',
    '(new tab)',
  );
  const own = [...blocks.querySelectorAll('[dir="auto"]')].map(({ tagName }) => tagName);
  expect(own).toEqual(['H2', 'P', 'UL', 'P', 'TABLE']);
});

it('keeps the elements that an agency may send', async () => {
  const html =
    '<h2 title="A">What</h2><p>By <strong>mail</strong><br>or <em>not</em></p><ol><li>1</li></ol><blockquote>x</blockquote>' +
    '<table><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td></tr></tbody></table>';
  expect(await renderHtml(html)).toBe(html);
});

it('opens links in a new tab and says so', async () => {
  expect(await renderHtml('<p><a href="https://azdot.gov/x" target="_self" rel="opener">Read</a></p>')).toBe(
    '<p><a href="https://azdot.gov/x" target="_blank" rel="noopener noreferrer" class="usa-link">Read<span class="usa-sr-only"> (new tab)</span></a></p>',
  );
});

it.each([
  ['<img src=x onerror=alert(1)>Pay', 'Pay'],
  ['<p onclick="alert(1)" style="color:red" class="a" id="b" data-c="d">Pay</p>', '<p>Pay</p>'],
  ['<a href="javascript:alert(1)">Pay</a>', '<a>Pay</a>'],
  ['<a href="http://azdot.gov">Pay</a>', '<a>Pay</a>'],
  ['<a href="//azdot.gov">Pay</a>', '<a>Pay</a>'],
  ['<svg><a xlink:href="javascript:alert(1)"><text>Pay</text></a></svg>', ''],
  ['<script>alert(1)</script><style>p{}</style><iframe src="https://a.example"></iframe>Pay', 'Pay'],
  ['<form action="https://a.example"><input name="a"><button>Pay</button></form>', 'Pay'],
  ['<video><TRACK default src="https://a.example/t.vtt"></video>Pay', 'Pay'],
])('removes unsafe parts of %s', async (html, left) => {
  expect(await renderHtml(html)).toBe(left);
});
