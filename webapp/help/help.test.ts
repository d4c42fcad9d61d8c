import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import { matchPath } from 'react-router';
import { describe, expect, it } from 'vitest';
import { AppRoutes } from '@/app/routes';
import {
  getDefaultHelpAddress,
  findHelpAddress,
  getHelpAddress,
  helpPages,
  getMissingHelpAddress,
} from '@/lib/help/helpPages';
import { paths } from '@/lib/paths';
import { configuration, origin, server } from '@/testing/server';
import { helpLanguages, buildHelpSite, listPages } from './helpSite.ts';
import { offerRating } from './rating.ts';

const site = buildHelpSite({ styleSheet: '/assets/help.css', script: '/assets/rating.js' });
const { help } = configuration;

const parseDocument = (file: string) => new DOMParser().parseFromString(site.get(file) ?? '', 'text/html');

interface RouteProps {
  path?: string;
  children?: ReactNode;
}

/** Lists the paths of the app's routes as written in the code. */
function listRoutes(node: ReactNode): string[] {
  return Children.toArray(node)
    .filter((child): child is ReactElement<RouteProps> => isValidElement(child))
    .flatMap(({ props }) => [
      ...(props.path === undefined ? [] : [props.path]),
      ...listRoutes(props.children),
    ]);
}

const routes = listRoutes(AppRoutes()).filter((route) => route !== '*');

/** Reads the texts of the portal in a language from its catalogs. */
function readTexts(language: string): Set<string> {
  const folders = [
    'app',
    'features/landing',
    'features/registration',
    'features/profile',
    'features/account',
    'features/dashboard',
    'features/connections',
    'features/services',
    'features/messages',
    'features/transactions',
    'features/addressbook',
    'features/names',
    'features/costs',
    'features/plan',
    'features/resources',
    'features/businesses',
    'features/applications',
    'features/agencyaccounts',
    'features/authentication',
    'features/privacy',
    'features/accesslog',
    'features/assistant',
    'features/userservices',
  ];
  return new Set(
    folders.flatMap((folder) => {
      const file = path.join(import.meta.dirname, '../src', folder, 'locales', `${language}.po`);
      return [...readFileSync(file, 'utf8').matchAll(/^msgstr "(.+)"$/gm)].map(([, text]) => text ?? '');
    }),
  );
}

describe('the help of the pages', () => {
  it('finds the routes of the app', () => {
    expect(routes).toContain('/privacy');
    expect(routes).toContain('/profile/contact');
    expect(routes.length).toBeGreaterThan(10);
  });

  it.each(routes)('has a page for %s in every language', (route) => {
    for (const language of helpLanguages) {
      const address = getHelpAddress(help, language, route);
      expect(address).not.toBe(getDefaultHelpAddress(help, language));
      expect([...site.keys()]).toContain(address.replace(help.linkBaseUrl, ''));
    }
  });

  it('names only pages that exist', () => {
    for (const language of helpLanguages) {
      for (const page of Object.values(helpPages)) expect(listPages(language)).toContain(`${page}.html`);
      expect(site.has(getDefaultHelpAddress(help, language).replace(help.linkBaseUrl, ''))).toBe(true);
      expect(site.has(getMissingHelpAddress(help, language).replace(help.linkBaseUrl, ''))).toBe(true);
    }
    expect(site.has(help.defaultHelpContentPage)).toBe(true);
  });

  it('has the same pages in every language', () => {
    expect(listPages('es')).toEqual(listPages('en'));
  });

  it('follows the configured address, with or without a slash at its end', () => {
    expect(getHelpAddress(help, 'es', '/Profile/Contact')).toBe('/help/es/contact.html');
    expect(getHelpAddress({ ...help, linkBaseUrl: '/assistance' }, 'en', '/nowhere')).toBe(
      '/assistance/en/index.html',
    );
  });

  it('shows the not-found page for a page that does not exist', async () => {
    server.use(
      http.head(`${origin}/help/en/contact.html`, () => new HttpResponse(null, { status: 200 })),
      http.head(`${origin}/help/en/gone.html`, () => new HttpResponse(null, { status: 403 })),
    );
    expect(await findHelpAddress(help, 'en', '/help/en/contact.html')).toBe('/help/en/contact.html');
    expect(await findHelpAddress(help, 'en', '/help/en/gone.html')).toBe('/help/en/notfound.html');
  });
});

describe.each([...site.keys()])('the help page %s', (file) => {
  const page = parseDocument(file);

  it('has a language, a title, and one first-level heading with the same text', () => {
    expect(page.documentElement.lang).toBe(file.startsWith('es/') ? 'es' : 'en');
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(page.title.startsWith(page.querySelector('h1')?.textContent ?? '-')).toBe(true);
  });

  it('has no inline scripts or styles and is readable without them', () => {
    expect(page.querySelectorAll('script:not([src]), style, [style], iframe')).toHaveLength(0);
    expect(page.querySelectorAll('main [hidden]:not(.rating)')).toHaveLength(0);
    expect(site.get(file)).not.toMatch(/\son[a-z]+=/i);
  });

  it('links only to existing pages', () => {
    const base = `https://portal.example/help/${file}`;
    for (const link of page.querySelectorAll('a')) {
      const { origin: linked, pathname } = new URL(link.getAttribute('href') ?? '', base);
      expect(linked).toBe('https://portal.example');
      if (pathname.startsWith('/help/')) {
        expect([...site.keys()]).toContain(pathname.replace('/help/', ''));
        continue;
      }
      // A page of the app would otherwise open inside the help panel.
      expect(link.target).toBe('_blank');
      expect(Object.values(paths).some((route) => matchPath(route, pathname))).toBe(true);
    }
  });
});

describe.each(helpLanguages)('the help in %s', (language) => {
  const pages = listPages(language);

  it.each(pages)('searches the portal from %s', (file) => {
    const form = parseDocument(`${language}/${file}`).querySelector('form');
    expect([form?.getAttribute('action'), form?.target]).toEqual([paths.services, '_blank']);
    expect(form?.querySelector('input')?.name).toBe('q');
    expect(form?.querySelector('label')?.htmlFor).toBe('q');
  });

  it('lists every page in its contents', () => {
    const contents = parseDocument(`${language}/index.html`);
    const listed = [...contents.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(listed.sort()).toEqual(pages.filter((page) => !['index.html', 'notfound.html'].includes(page)));
  });

  it('uses the labels of the portal', () => {
    const texts = readTexts(language);
    const labels = pages.flatMap((page) =>
      [...parseDocument(`${language}/${page}`).querySelectorAll('main b')].map((label) => label.textContent),
    );
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.filter((label) => !texts.has(label))).toEqual([]);
  });
});

it('mentions nothing that is not in use yet', () => {
  const files = [...site.keys()].filter((file) =>
    /not open (here )?yet|later version|(?<!anything that is )not in use yet|aún no está|versión posterior/i.test(
      parseDocument(file).body.textContent,
    ),
  );
  expect(files).toEqual([]);
});

describe('the rating of a help page', () => {
  function showRating(file: string) {
    document.body.innerHTML = parseDocument(file).body.innerHTML;
    const rating = document.querySelector<HTMLElement>('.rating');
    if (rating) offerRating(rating);
    return rating;
  }

  it('is sent once and keeps the focus', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${origin}/api/pageratings`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ isRated: true });
      }),
    );
    expect(showRating('es/contact.html')).toBeVisible();
    const no = screen.getByRole('button', { name: 'No' });
    await userEvent.click(no);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Gracias por su respuesta.'));
    expect(no).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Sí' }));
    expect(sent).toEqual([{ page: 'help/contact', isHelpful: false }]);
  });

  it('can be sent again after a failure', async () => {
    server.use(http.post(`${origin}/api/pageratings`, () => new HttpResponse(null, { status: 503 })));
    showRating('en/contact.html');
    const yes = screen.getByRole('button', { name: 'Yes' });
    await userEvent.click(yes);
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('We couldn’t send your answer. Try again.'),
    );
    server.use(http.post(`${origin}/api/pageratings`, () => HttpResponse.json({ isRated: true })));
    await userEvent.click(yes);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Thank you for your answer.'));
  });

  it.each(['en/index.html', 'en/notfound.html', 'index.html'])('is not shown on %s', (file) => {
    expect(showRating(file)).toBeNull();
  });
});
