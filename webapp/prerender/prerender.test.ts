import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { landingDocument, publicDocuments } from './documents.ts';
import { publicPages } from './publicPages.ts';

const app = readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8');
const documents = publicDocuments(app);
const parsed = (html: string | undefined) => new DOMParser().parseFromString(html ?? '', 'text/html');

describe('the documents of the public pages', () => {
  it.each(publicPages)('$path has a head of its own', ({ path: address, title, description }) => {
    const page = parsed(documents.get(`${address.slice(1)}.html`));
    const meta = (selector: string) => page.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content;
    expect(page.title).toBe(title);
    expect(meta('name="description"')).toBe(description);
    expect(page.querySelectorAll('meta[name="description"]')).toHaveLength(1);
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(address);
    expect(meta('property="og:title"')).toBe(title);
    expect(meta('property="og:description"')).toBe(description);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it('start the app as its own document does, and have no script of theirs', () => {
    const scripts = (html: string | undefined) =>
      [...parsed(html).querySelectorAll('script')].map((script) => [script.src, script.textContent]);
    for (const html of documents.values()) expect(scripts(html)).toEqual(scripts(app));
  });

  it('cannot be made of a document that has no title', () => {
    expect(() => publicDocuments('<html></html>')).toThrow(/title/);
  });

  it('keep words that HTML would take for its own', () => {
    const [first] = publicDocuments(app.replace('state services', 'A &amp; B')).values();
    expect(
      parsed(first).querySelector<HTMLMetaElement>('meta[name="description"]')?.dataset.general,
    ).toContain('A & B');
  });

  it('load the script of the landing page early on that page alone', () => {
    const preloads = (html: string | undefined) =>
      [...parsed(html).querySelectorAll('link[rel="modulepreload"]')].map((link) =>
        link.getAttribute('href'),
      );
    expect(preloads(landingDocument(app, ['assets/LandingPage-1.js']))).toEqual(['/assets/LandingPage-1.js']);
    expect([...documents.values()].flatMap(preloads)).toEqual([]);
  });

  it('are where CloudFront looks for them', () => {
    const template = readFileSync(
      path.join(import.meta.dirname, '..', '..', 'infrastructure', 'stacks', 'web.yaml'),
      'utf8',
    );
    const [, pattern = ''] = /const ownPages = \/(.*)\/;/.exec(template) ?? [];
    const own = new RegExp(pattern);
    expect(publicPages.filter(({ path: address }) => !own.test(address))).toEqual([]);
  });
});
