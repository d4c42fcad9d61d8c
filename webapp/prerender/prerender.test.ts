import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildLandingDocument, buildPublicDocuments } from './documents.ts';
import { publicPages } from './publicPages.ts';

const app = readFileSync(path.join(import.meta.dirname, '..', 'index.html'), 'utf8');
const documents = buildPublicDocuments(app);
const parseHtml = (html: string | undefined) => new DOMParser().parseFromString(html ?? '', 'text/html');

describe('the documents of the public pages', () => {
  it.each(publicPages)('have a head for $path', ({ path: address, title, description }) => {
    const page = parseHtml(documents.get(`${address.slice(1)}.html`));
    const getMeta = (selector: string) => page.querySelector<HTMLMetaElement>(`meta[${selector}]`)?.content;
    expect(page.title).toBe(title);
    expect(getMeta('name="description"')).toBe(description);
    expect(page.querySelectorAll('meta[name="description"]')).toHaveLength(1);
    expect(page.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(address);
    expect(getMeta('property="og:title"')).toBe(title);
    expect(getMeta('property="og:description"')).toBe(description);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it('have the same scripts as the app', () => {
    const listScripts = (html: string | undefined) =>
      [...parseHtml(html).querySelectorAll('script')].map((script) => [script.src, script.textContent]);
    for (const html of documents.values()) expect(listScripts(html)).toEqual(listScripts(app));
  });

  it('need an app document with a title', () => {
    expect(() => buildPublicDocuments('<html></html>')).toThrow(/title/);
  });

  it('keep escaped characters', () => {
    const [first] = buildPublicDocuments(app.replace('state services', 'A &amp; B')).values();
    expect(
      parseHtml(first).querySelector<HTMLMetaElement>('meta[name="description"]')?.dataset.general,
    ).toContain('A & B');
  });

  it('preload the landing script only on the landing page', () => {
    const listPreloads = (html: string | undefined) =>
      [...parseHtml(html).querySelectorAll('link[rel="modulepreload"]')].map((link) =>
        link.getAttribute('href'),
      );
    expect(listPreloads(buildLandingDocument(app, ['assets/LandingPage-1.js']))).toEqual([
      '/assets/LandingPage-1.js',
    ]);
    expect([...documents.values()].flatMap(listPreloads)).toEqual([]);
  });

  it('match the paths of CloudFront', () => {
    const template = readFileSync(
      path.join(import.meta.dirname, '..', '..', 'infrastructure', 'stacks', 'web.yaml'),
      'utf8',
    );
    const [, pattern = ''] = /const ownPages = \/(.*)\/;/.exec(template) ?? [];
    const own = new RegExp(pattern);
    expect(publicPages.filter(({ path: address }) => !own.test(address))).toEqual([]);
  });
});
