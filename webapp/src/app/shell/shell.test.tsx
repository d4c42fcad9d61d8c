import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { createAgencyMessage, serveMessages, createPortalMessages } from '@/testing/messages';
import { FakeAuthPort, renderApp, createAccount } from '@/testing/renderApp';
import { configuration, origin, preferences, server, userDetails } from '@/testing/server';

const findHeading = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });
const findDashboard = () => screen.findByRole('heading', { level: 2, name: 'Your services' });
const getBanner = () => within(screen.getByRole('banner'));
const getHelpButton = () => getBanner().queryByRole('button', { name: 'Help' });

function serveDetails(changes: object) {
  server.use(http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, ...changes })));
}

describe('the header', () => {
  it('leads visitors home and offers to sign in', async () => {
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    expect(getBanner().getByRole('link', { name: /Saguaro/ })).toHaveAttribute('href', '/');
    expect(getBanner().getByRole('button', { name: 'Login/Register' })).toBeVisible();
    expect(getBanner().getByRole('link', { name: 'Services' })).toHaveAttribute('href', '/services');
    expect(getBanner().queryByRole('button', { name: 'Menu' })).not.toBeInTheDocument();
    expect(getHelpButton()).not.toBeInTheDocument();
  });

  it('leads signed-in people to the dashboard, with initials, name and Logout', async () => {
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    expect(getBanner().getByRole('link', { name: /Saguaro/ })).toHaveAttribute('href', '/dashboard');
    expect(getBanner().getByText('RD')).toBeInTheDocument();
    expect(getBanner().getByRole('button', { name: 'Menu' })).toBeInTheDocument();
    expect(getBanner().getByRole('navigation')).not.toHaveTextContent('Profile');
    await userEvent.click(getBanner().getByRole('button', { name: /Rosa Delgado/ }));
    expect(getBanner().getByRole('link', { name: 'Terms and conditions' })).toBeVisible();
    expect(getBanner().getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  it('carries the business name on business pages, whatever their case', async () => {
    await renderApp('/BusinessApplications/Plan');
    await findHeading('Plan your business');
    expect(getBanner().getByRole('link', { name: /Saguaro\s*Business One Stop/ })).toBeVisible();
  });

  it.each([
    'Maximiliana Guadalupe Fernández de la Vega y Montemayor Ochoa-Echeverría Bustamante',
    'محمد علي',
  ])('shows the name %s', async (name) => {
    serveDetails({ displayName: name });
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    expect(getBanner().getByRole('button', { name })).toBeVisible();
  });

  it('works without a name', async () => {
    serveDetails({ displayName: '' });
    await renderApp('/dashboard', { ...createAccount(), name: '' });
    await findDashboard();
    expect(getBanner().getByRole('button', { name: 'Your account' })).toBeVisible();
  });

  it('opens sub-menus, shows no icon called constructor, and omits items without a route', async () => {
    serveDetails({
      menuItems: [
        {
          label: 'Agencies',
          route: '',
          iconClass: 'constructor',
          subMenu: [{ label: 'Vehicles', route: '/dashboard' }],
        },
        { label: 'Nowhere', route: null, iconClass: null, subMenu: [] },
      ],
    });
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await userEvent.click(getBanner().getByRole('button', { name: 'Menu' }));
    const group = getBanner().getByRole('button', { name: 'Agencies' });
    expect(getBanner().queryByRole('link', { name: 'Vehicles' })).not.toBeInTheDocument();
    await userEvent.click(group);
    expect(getBanner().getByRole('link', { name: 'Vehicles' })).toBeVisible();
    expect(getBanner().queryByText('Nowhere')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(group).toHaveFocus();
    expect(getBanner().getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('links to the messages with the unread count of both inboxes', async () => {
    serveMessages({ portal: createPortalMessages(2), agency: [createAgencyMessage(1)] });
    serveDetails({
      menuItems: [{ label: 'Messages', route: '/messages', iconClass: 'mail_outline', subMenu: [] }],
    });
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await userEvent.click(getBanner().getByRole('button', { name: 'Menu' }));
    const link = await within(getBanner().getByRole('navigation', { name: 'Main menu' })).findByRole('link', {
      name: 'Messages, 3 unread',
    });
    expect(link).toHaveAttribute('href', '/messages');
  });

  it.each(['/businessapplications/plan', '/businessapplications/plan/decideyourname'])(
    'marks Business alone as current on %s',
    async (address) => {
      const item = (label: string, route: string) => ({ label, route, iconClass: null, subMenu: [] });
      serveDetails({
        menuItems: [item('Dashboard', '/dashboard'), item('Business', '/businessapplications/dashboard')],
      });
      server.use(
        http.get(`${origin}/api/businessapplications/plan`, () =>
          HttpResponse.json({ answers: null, savedAt: null, revision: 0 }),
        ),
        http.get(`${origin}/api/businessapplications/businessnames/reservations`, () =>
          HttpResponse.json({ items: [] }),
        ),
      );
      await renderApp(address, createAccount());
      await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
      expect(getBanner().getByRole('link', { name: 'Business' })).toHaveAttribute('aria-current', 'page');
      expect(getBanner().getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
    },
  );

  it('has neither logo nor menus inside a frame', async () => {
    const account = createAccount();
    await renderApp('/dashboard', account, new FakeAuthPort(account), { isEmbedded: true });
    await findDashboard();
    expect(getBanner().queryByRole('link', { name: /Saguaro/ })).not.toBeInTheDocument();
    expect(getBanner().queryByRole('navigation')).not.toBeInTheDocument();
    expect(getBanner().queryByRole('button', { name: /Menu|Rosa/ })).not.toBeInTheDocument();
  });

  it('offers help as soon as the profile is saved as complete', async () => {
    let isCompleted = false;
    server.use(
      http.get(`${origin}/api/profile/completed`, () => HttpResponse.json({ isCompleted, unverified: [] })),
      http.put(`${origin}/api/profile/contactpreferences`, () => {
        isCompleted = true;
        return HttpResponse.json(preferences);
      }),
    );
    await renderApp('/profile/contact', createAccount());
    await findHeading('Contact preferences');
    expect(getHelpButton()).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await getBanner().findByRole('button', { name: 'Help' })).toBeVisible();
  });

  it('removes the help on sign-out', async () => {
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await userEvent.click(getBanner().getByRole('button', { name: /Rosa Delgado/ }));
    expect(getHelpButton()).toBeVisible();
    await userEvent.click(getBanner().getByRole('button', { name: 'Logout' }));
    expect(getHelpButton()).not.toBeInTheDocument();
  });
});

describe('the panels', () => {
  it('keep Tab inside and give the focus back on Escape', async () => {
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    const button = getBanner().getByRole('button', { name: /Rosa Delgado/ });
    await userEvent.click(button);
    const last = await getBanner().findByRole('link', { name: 'Contact preferences' });
    await userEvent.tab({ shift: true });
    expect(last).toHaveFocus();
    await userEvent.tab();
    expect(button.parentElement).toContainElement(document.activeElement as HTMLElement);
    expect(last).not.toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('close on a press outside', async () => {
    await renderApp('/dashboard', createAccount());
    const title = await findDashboard();
    const button = getBanner().getByRole('button', { name: 'Menu' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(title);
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('close on navigation', async () => {
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    const button = getBanner().getByRole('button', { name: /Rosa Delgado/ });
    await userEvent.click(button);
    await userEvent.click(getBanner().getByRole('link', { name: 'Contact preferences' }));
    await findHeading('Contact preferences');
    await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  });
});

describe('User Assistance', () => {
  const dialog = () => screen.queryByRole('dialog', { name: 'User Assistance' });
  const helpServer = (status: number) =>
    server.use(http.head(`${origin}/help/*`, () => new HttpResponse(null, { status })));

  async function open() {
    const page = within(screen.getByRole('main'));
    await userEvent.click(page.getByRole('button', { name: 'Help' }));
  }

  it('shows the help of the page, and closes when the menu opens', async () => {
    helpServer(200);
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await open();
    expect(await screen.findByTitle('User Assistance')).toHaveAttribute('src', '/help/en/dashboard.html');
    expect(screen.getByRole('heading', { name: 'User Assistance' })).toHaveFocus();
    await userEvent.click(getBanner().getByRole('button', { name: 'Menu' }));
    expect(dialog()).not.toBeInTheDocument();
    await userEvent.click(getBanner().getByRole('button', { name: 'Help' }));
    expect(dialog()).toBeVisible();
    expect(getBanner().getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('says so when the help page is missing', async () => {
    helpServer(403);
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    await open();
    expect(await screen.findByTitle('User Assistance')).toHaveAttribute('src', '/help/en/notfound.html');
  });

  it('offers to try again without a network', async () => {
    server.use(http.head(`${origin}/help/*`, () => HttpResponse.error()));
    await renderApp('/privacy');
    await findHeading('Privacy notice');
    await open();
    await screen.findByText('We can’t show help right now. Check your connection and try again.');
    helpServer(200);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTitle('User Assistance')).toBeVisible();
  });

  it('gives the focus back when it is closed, and closes on the way back', async () => {
    helpServer(200);
    await renderApp('/dashboard', createAccount());
    await findDashboard();
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(within(screen.getByRole('main')).getByRole('button', { name: 'Help' })).toHaveFocus();
    await open();
    act(() => {
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(dialog()).not.toBeInTheDocument());
  });
});

describe('the footer', () => {
  const footer = () => screen.queryByRole('contentinfo');

  it('shows the rights and the way to the privacy notice', async () => {
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    expect(footer()).toHaveTextContent('All rights reserved');
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      '/privacy',
    );
    expect(footer()).not.toHaveTextContent('Business One Stop');
  });

  it('names the help line in the business branding', async () => {
    server.use(
      http.get(`${origin}/configuration/`, () =>
        HttpResponse.json({
          ...configuration,
          businessOneStop: { ...configuration.businessOneStop, helpLineNumber: '(602) 555-0100' },
        }),
      ),
    );
    await renderApp('/businessapplications/plan');
    await findHeading('Plan your business');
    expect(footer()).toHaveTextContent('For Business One Stop help please contact: (602) 555-0100');
    expect(screen.getByRole('link', { name: '(602) 555-0100' })).toHaveAttribute('href', 'tel:6025550100');
  });

  it('is hidden during a sign-in, and returns after 100 ms', async () => {
    const port = new FakeAuthPort(null);
    let fail: (reason: Error) => void = () => undefined;
    port.signIn = vi.fn(() => new Promise<null>((_resolve, reject) => (fail = reject)));
    await renderApp('/', null, port);
    await findHeading('Your Arizona, in one place');
    await userEvent.click(getBanner().getByRole('button', { name: 'Login/Register' }));
    await findHeading('Loading…');
    expect(footer()).not.toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    await waitFor(() => expect(port.signIn).toHaveBeenCalled());

    vi.useFakeTimers();
    await act(async () => {
      fail(new Error('no network'));
      await vi.advanceTimersByTimeAsync(99);
    });
    expect(footer()).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(footer()).toBeInTheDocument();
    vi.useRealTimers();
  });

  it('scrolls to the top after more than 20 pixels', async () => {
    await renderApp('/');
    await findHeading('Your Arizona, in one place');
    const scrollTo = (y: number) =>
      act(() => {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        window.dispatchEvent(new Event('scroll'));
      });
    scrollTo(20);
    expect(screen.queryByRole('button', { name: 'Scroll to top' })).not.toBeInTheDocument();
    scrollTo(21);
    const toTop = vi.spyOn(window, 'scrollTo').mockReturnValue();
    await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));
    expect(toTop).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    expect(screen.getByRole('main')).toHaveFocus();
    scrollTo(0);
  });
});
