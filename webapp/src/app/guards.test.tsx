import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { FakeAuthPort, renderApp, createAccount } from '@/testing/renderApp';
import { origin, server, terms, userDetails } from '@/testing/server';

const accepted = { version: terms.version, decidedAt: '2026-11-21T19:00:00Z' };
const findHeading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const serveUnregistered = () =>
  server.use(
    http.get(`${origin}/api/users/registered`, () =>
      HttpResponse.json({ isRegistered: false, canLink: false }),
    ),
  );

describe('a visitor', () => {
  it.each(['/dashboard', '/profile/contact?from=mail', '/governmentsearch', '/adminuserservices'])(
    'is sent to sign in from %s and the address is remembered',
    async (path) => {
      const { port } = await renderApp(path);
      await waitFor(() => expect(port.signIn).toHaveBeenCalledOnce());
      expect(localStorage.getItem('saguaro.returnUrl')).toBe(path);
    },
  );

  it('sees the error page when the identity provider is out of reach', async () => {
    const port = new FakeAuthPort(null);
    port.signIn = vi.fn(() => Promise.reject(new Error('network')));
    await renderApp('/dashboard', null, port);
    await findHeading('Page Not Found - Internal Server Error');
    expect(port.signIn).toHaveBeenCalledOnce();
  });

  it.each(['/register', '/register/identification', '/nowhere', '/loading'])(
    'is sent to the landing page from %s',
    async (path) => {
      await renderApp(path);
      await findHeading('Your Arizona, in one place');
      expect(window.location.pathname).toBe('/');
    },
  );

  it('sees one notice about an address that does not exist', async () => {
    const { unmount } = await renderApp('/nowhere');
    expect(await screen.findByText(/^We couldn’t find that page/)).toBeVisible();
    unmount();
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    expect(screen.queryByText(/^We couldn’t find that page/)).toBeNull();
  });

  it('is taken from the root of the business pages to the plan', async () => {
    await renderApp('/businessapplications');
    await waitFor(() => expect(window.location.pathname).toBe('/businessapplications/plan'));
    expect(screen.queryByText(/^We couldn’t find that page/)).toBeNull();
  });

  it('sees only the loading screen once sign-in has started', async () => {
    const { port } = await renderApp('/');
    await findHeading('Your Arizona, in one place');
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login/Register' }));
    await findHeading('Loading…');
    expect(port.signIn).toHaveBeenCalledOnce();
    expect(screen.queryByText(/All rights reserved/)).not.toBeInTheDocument();
  });
});

describe('a signed-in person', () => {
  it('sees a notice about an address that does not exist on the dashboard', async () => {
    await renderApp('/nowhere', createAccount());
    await findHeading('Welcome back, Rosa');
    expect(screen.getByText(/^We couldn’t find that page/)).toBeVisible();
  });

  it('is taken from the root of the business pages to their dashboard', async () => {
    await renderApp('/businessapplications/', createAccount());
    await waitFor(() => expect(window.location.pathname).toBe('/businessapplications/dashboard'));
  });

  it.each(['/dashboard', '/profile/contact', '/profile/termsandconditions'])(
    'without a registration goes from %s to registration',
    async (path) => {
      serveUnregistered();
      await renderApp(path, createAccount());
      await findHeading('Tell us who you are');
      expect(window.location.pathname).toBe('/register/identification');
    },
  );

  const serveNextStep = (postLoginAction: number) =>
    server.use(http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction })));

  it.each(['/dashboard', '/connections', '/messages/bin', '/addressbook?from=mail', '/governmentsearch'])(
    'without accepted terms goes from %s to them and comes back afterwards',
    async (path) => {
      serveNextStep(3);
      server.use(
        http.get(`${origin}/api/profile/addresses`, () => HttpResponse.json({ items: [] })),
        http.get(`${origin}/api/agency/messages/agencies`, () => HttpResponse.json({ items: [] })),
        http.get(`${origin}/api/messages/bin`, () => HttpResponse.json({ items: [], nextToken: null })),
        http.put(`${origin}/api/profile/termsandconditions/accept`, () => {
          serveNextStep(1);
          return HttpResponse.json({ ...accepted, outcome: 'accepted' });
        }),
      );
      await renderApp(path, createAccount(['government']));
      await findHeading('Terms of the portal');
      expect(window.location.pathname).toBe('/profile/termsandconditions');
      await userEvent.click(screen.getByRole('button', { name: 'I accept' }));
      await waitFor(() => expect(window.location.pathname + window.location.search).toBe(path));
    },
  );

  it('without accepted terms can set the contact preferences', async () => {
    serveNextStep(3);
    await renderApp('/profile/contact', createAccount());
    await findHeading('Contact preferences');
  });

  it('goes to the terms when the portal refuses a call because of them', async () => {
    server.use(
      http.get(`${origin}/api/profile/addresses`, () => {
        serveNextStep(3);
        return HttpResponse.json({ code: 'termsNotAccepted', message: 'Accept the terms.' }, { status: 403 });
      }),
    );
    await renderApp('/addressbook', createAccount());
    await findHeading('Terms of the portal');
    expect(localStorage.getItem('saguaro.returnUrl')).toBe('/addressbook');
  });

  it.each(['/register', '/register/identification'])(
    'with a registration goes from %s to the next page',
    async (path) => {
      await renderApp(path, createAccount());
      await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    },
  );

  it.each(['/dashboard', '/register'])(
    'is signed out of %s when the registration check fails',
    async (path) => {
      server.use(
        http.get(`${origin}/api/users/registered`, () =>
          HttpResponse.json({ code: 'x', message: '' }, { status: 403 }),
        ),
      );
      const { port } = await renderApp(path, createAccount());
      await findHeading('Page Not Found - Internal Server Error');
      expect(window.location.pathname).toBe('/error');
      await waitFor(() => expect(port.forget).toHaveBeenCalledOnce());
      expect(port.signIn).not.toHaveBeenCalled();
    },
  );

  it('stays signed in without a network, and continues when it is back', async () => {
    let isReachable = false;
    server.use(
      http.get(`${origin}/api/users/registered`, () =>
        isReachable ? HttpResponse.json({ isRegistered: true, canLink: false }) : HttpResponse.error(),
      ),
    );
    const { port } = await renderApp('/profile/contact', createAccount());
    await findHeading('We can’t start right now');
    isReachable = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findHeading('Contact preferences');
    expect(port.forget).not.toHaveBeenCalled();
  });

  it.each([
    ['/governmentsearch', [], 'You do not have access to this page'],
    ['/governmentsearch', ['government'], 'Government search'],
    ['/governmentsearch', ['support'], 'Government search'],
    ['/adminuserservices', ['government'], 'You do not have access to this page'],
    ['/adminuserservices', ['support'], 'User services'],
    ['/adminuserservices', ['admin'], 'User services'],
  ])('at %s in the groups %j sees "%s"', async (path, groups, title) => {
    await renderApp(path, createAccount(groups));
    await findHeading(title);
  });

  it('leaves when another tab signs out', async () => {
    const { port, browser } = await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
    act(() => {
      port.events?.onSignedOut();
    });
    expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/');
    await findHeading('Loading…');
    expect(port.signIn).not.toHaveBeenCalled();
  });

  it('leaves when another person signs in', async () => {
    const { port, browser } = await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
    act(() => {
      port.events?.onSignedIn(createAccount());
    });
    expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/');
  });

  it('leaves no data behind after signing out', async () => {
    const account = createAccount();
    localStorage.setItem(`saguaro.draft.${account.id}/registration`, '{}');
    localStorage.setItem('saguaro.returnUrl', '/profile/contact');
    localStorage.setItem('saguaro.plan', '{}');
    localStorage.setItem('saguaro.checklists', '{}');
    const { port } = await renderApp('/dashboard', account);
    await findHeading(/Welcome back/);
    await userEvent.click(await screen.findByRole('button', { name: /Rosa Delgado/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('saguaro.'))).toEqual([]);
  });
});

describe('going back', () => {
  it('to the root reloads the app', async () => {
    const { browser } = await renderApp('/dashboard', createAccount());
    await screen.findByRole('heading', { level: 2, name: 'Your services' });
    window.history.replaceState(null, '', '/');
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(browser.reload).toHaveBeenCalledOnce();
  });

  it('within the landing page, as its skip link does, loads nothing', async () => {
    const { browser } = await renderApp('/');
    await findHeading('Your Arizona, in one place');
    window.history.replaceState(null, '', '/#main');
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(browser.reload).not.toHaveBeenCalled();
  });

  it('to a page that the browser kept since it left for sign-in reloads the app', async () => {
    const { browser } = await renderApp('/');
    await findHeading('Your Arizona, in one place');
    await waitFor(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect(browser.reload).toHaveBeenCalled();
    });
  });

  it('to a page that loads as usual loads nothing twice', async () => {
    const { browser } = await renderApp('/');
    await findHeading('Your Arizona, in one place');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(browser.reload).not.toHaveBeenCalled();
  });
});

describe('the shell', () => {
  it('changes the language of the whole page and remembers it', async () => {
    await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
    await userEvent.click(await screen.findByRole('button', { name: 'Español' }));
    await findHeading(/Qué gusto verle de nuevo/);
    expect(document.documentElement.lang).toBe('es');
    await waitFor(() => expect(document.title).toBe('Panel principal | Saguaro'));
    expect(localStorage.getItem('saguaro.language')).toBe('es');
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    await findHeading(/Welcome back/);
  });

  it('uses the language of the profile until another one is chosen on the device', async () => {
    const serveLanguage = () =>
      server.use(
        http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, language: 'es' })),
      );
    serveLanguage();
    const { unmount } = await renderApp('/dashboard', createAccount());
    await findHeading(/Qué gusto verle de nuevo/);
    expect(localStorage.getItem('saguaro.language')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    await findHeading(/Welcome back/);
    unmount();
    await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
  });

  it('moves the focus to the heading of the next page', async () => {
    await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
    const focusAtArrival: (Element | null)[] = [];
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('heading', { level: 1, name: 'Contact preferences' }))
        focusAtArrival.push(document.activeElement);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await userEvent.click(await screen.findByRole('link', { name: 'Change contact preferences' }));
    await findHeading('Contact preferences');
    observer.disconnect();
    // The focus must move as soon as the page shows, or a screen reader begins at the top.
    expect(focusAtArrival[0]).toHaveTextContent('Contact preferences');
  });

  it('closes the user menu on Escape and gives the focus back', async () => {
    await renderApp('/dashboard', createAccount());
    await findHeading(/Welcome back/);
    const button = await screen.findByRole('button', { name: /Rosa Delgado/ });
    await userEvent.click(button);
    expect(screen.getByRole('link', { name: 'Contact preferences' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
    expect(button).toHaveFocus();
  });

  it('shows an unknown menu item with its own label', async () => {
    server.use(
      http.get(`${origin}/api/users`, () =>
        HttpResponse.json({
          displayName: '',
          firstName: '',
          menuItems: [{ label: 'Stars', route: '/dashboard', iconClass: 'no-such-icon', subMenu: [] }],
          postLoginAction: 1,
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect(await screen.findByRole('link', { name: 'Stars' })).toBeVisible();
  });
});
