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
import { helpLanguages, helpSite, pagesIn } from './helpSite.ts';
import { offerRating } from './rating.ts';

const site = helpSite({ styleSheet: '/assets/help.css', script: '/assets/rating.js' });
const { help } = configuration;

const documentOf = (file: string) => new DOMParser().parseFromString(site.get(file) ?? '', 'text/html');

interface RouteProps {
  path?: string;
  children?: ReactNode;
}

/** Every path of the app's routes, as they are written there. */
function routesOf(node: ReactNode): string[] {
  return Children.toArray(node)
    .filter((child): child is ReactElement<RouteProps> => isValidElement(child))
    .flatMap(({ props }) => [...(props.path === undefined ? [] : [props.path]), ...routesOf(props.children)]);
}

const routes = routesOf(AppRoutes()).filter((route) => route !== '*');

/** The texts of the portal in a language, as its catalogues have them. */
function textsOf(language: string): Set<string> {
  const folders = [
    'app',
    'features/landing',
    'features/registration',
    'features/profile',
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

  it.each(routes)('has a page of its own for %s in every language', (route) => {
    for (const language of helpLanguages) {
      const address = getHelpAddress(help, language, route);
      expect(address).not.toBe(getDefaultHelpAddress(help, language));
      expect([...site.keys()]).toContain(address.replace(help.linkBaseUrl, ''));
    }
  });

  it('names only pages that exist', () => {
    for (const language of helpLanguages) {
      for (const page of Object.values(helpPages)) expect(pagesIn(language)).toContain(`${page}.html`);
      expect(site.has(getDefaultHelpAddress(help, language).replace(help.linkBaseUrl, ''))).toBe(true);
      expect(site.has(getMissingHelpAddress(help, language).replace(help.linkBaseUrl, ''))).toBe(true);
    }
    expect(site.has(help.defaultHelpContentPage)).toBe(true);
  });

  it('has the same pages in every language', () => {
    expect(pagesIn('es')).toEqual(pagesIn('en'));
  });

  it('follows the configured address, with or without a slash at its end', () => {
    expect(getHelpAddress(help, 'es', '/Profile/Contact')).toBe('/help/es/contact.html');
    expect(getHelpAddress({ ...help, linkBaseUrl: '/assistance' }, 'en', '/nowhere')).toBe(
      '/assistance/en/index.html',
    );
  });

  it('shows the page that says so in place of one that does not exist', async () => {
    server.use(
      http.head(`${origin}/help/en/contact.html`, () => new HttpResponse(null, { status: 200 })),
      http.head(`${origin}/help/en/gone.html`, () => new HttpResponse(null, { status: 403 })),
    );
    expect(await findHelpAddress(help, 'en', '/help/en/contact.html')).toBe('/help/en/contact.html');
    expect(await findHelpAddress(help, 'en', '/help/en/gone.html')).toBe('/help/en/notfound.html');
  });
});

describe.each([...site.keys()])('the help page %s', (file) => {
  const page = documentOf(file);

  it('has a language, a title and one first-level heading that says the same', () => {
    expect(page.documentElement.lang).toBe(file.startsWith('es/') ? 'es' : 'en');
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(page.title.startsWith(page.querySelector('h1')?.textContent ?? '-')).toBe(true);
  });

  it('has no scripts and styles in the page, and can be read without them', () => {
    expect(page.querySelectorAll('script:not([src]), style, [style], iframe')).toHaveLength(0);
    expect(page.querySelectorAll('main [hidden]:not(.rating)')).toHaveLength(0);
    expect(site.get(file)).not.toMatch(/\son[a-z]+=/i);
  });

  it('links only to what exists', () => {
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
  const pages = pagesIn(language);

  it.each(pages)('searches the portal from %s', (file) => {
    const form = documentOf(`${language}/${file}`).querySelector('form');
    expect([form?.getAttribute('action'), form?.target]).toEqual([paths.services, '_blank']);
    expect(form?.querySelector('input')?.name).toBe('q');
    expect(form?.querySelector('label')?.htmlFor).toBe('q');
  });

  it('lists every page in its contents', () => {
    const contents = documentOf(`${language}/index.html`);
    const listed = [...contents.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(listed.sort()).toEqual(pages.filter((page) => !['index.html', 'notfound.html'].includes(page)));
  });

  it('calls things what the portal calls them', () => {
    const texts = textsOf(language);
    const labels = pages.flatMap((page) =>
      [...documentOf(`${language}/${page}`).querySelectorAll('main b')].map((label) => label.textContent),
    );
    expect(labels.length).toBeGreaterThan(20);
    expect(labels.filter((label) => !texts.has(label))).toEqual([]);
  });
});

it('says of nothing that it is not in use', () => {
  const files = [...site.keys()].filter((file) =>
    /not open (here )?yet|later version|(?<!anything that is )not in use yet|aún no está|versión posterior/i.test(
      documentOf(file).body.textContent,
    ),
  );
  expect(files).toEqual([]);
});

describe('the question under a help page', () => {
  function offer(file: string) {
    document.body.innerHTML = documentOf(file).body.innerHTML;
    const rating = document.querySelector<HTMLElement>('.rating');
    if (rating) offerRating(rating);
    return rating;
  }

  it('is sent once, and thanks where the focus stays', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${origin}/api/pageratings`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ isRated: true });
      }),
    );
    expect(offer('es/contact.html')).toBeVisible();
    const no = screen.getByRole('button', { name: 'No' });
    await userEvent.click(no);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Gracias por su respuesta.'));
    expect(no).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Sí' }));
    expect(sent).toEqual([{ page: 'help/contact', isHelpful: false }]);
  });

  it('can be answered again after a failure', async () => {
    server.use(http.post(`${origin}/api/pageratings`, () => new HttpResponse(null, { status: 503 })));
    offer('en/contact.html');
    const yes = screen.getByRole('button', { name: 'Yes' });
    await userEvent.click(yes);
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('We couldn’t send your answer. Try again.'),
    );
    server.use(http.post(`${origin}/api/pageratings`, () => HttpResponse.json({ isRated: true })));
    await userEvent.click(yes);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Thank you for your answer.'));
  });

  it.each(['en/index.html', 'en/notfound.html', 'index.html'])('is not asked on %s', (file) => {
    expect(offer(file)).toBeNull();
  });
});
