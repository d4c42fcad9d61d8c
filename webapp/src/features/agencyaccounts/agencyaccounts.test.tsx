import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

type Schemas = components['schemas'];
type Account = Schemas['AgencyAccountReply'];

const page = '/businessapplications/accounts';
const api = `${origin}/api/businessapplications/businessagency`;
const secret = 'Correct-Horse-7';
const otherSecret = 'Battery-Staple-8';

const createUnlinked = (changes: Partial<Account> = {}): Account => ({
  id: 'azdor',
  agencyName: 'Department of Revenue',
  systemName: 'AZTaxes',
  state: 'notLinked',
  userName: null,
  linkedAt: null,
  canRegister: true,
  userNameHelp: 'Letters and digits.',
  passwordHelp: 'With a digit.',
  passwordMinLength: 12,
  passwordMaxLength: 64,
  ...changes,
});
const createLinked = (changes: Partial<Account> = {}): Account =>
  createUnlinked({ state: 'linked', userName: 'rosa7', linkedAt: '2026-11-21T17:00:00Z', ...changes });

let account: Account;
let calls: { method: string; path: string; body: unknown }[];

function serveAnswer(path: string, answer: () => Response, method: 'post' | 'delete' = 'post') {
  server.use(
    http[method](`${api}/azdor/user${path}`, async ({ request }) => {
      calls.push({ method, path, body: method === 'post' ? await request.json() : null });
      return answer();
    }),
  );
}
const createFailure = (status: number, code: string, headers: Record<string, string> = {}) =>
  HttpResponse.json({ code, message: `The server says ${code}.`, requestId: 'r1' }, { status, headers });

beforeEach(() => {
  calls = [];
  account = createUnlinked();
  server.use(
    http.get(api, () =>
      HttpResponse.json({ items: [account, createUnlinked({ id: 'azsos', systemName: 'SOS' })] }),
    ),
    http.get(`${api}/azdor/user`, () => HttpResponse.json(account)),
  );
});

/** A typed password must not be anywhere but in its field. */
afterEach(() => {
  const kept = JSON.stringify([
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    window.history.state,
  ]);
  for (const password of [secret, otherSecret]) {
    expect(kept).not.toContain(password);
    expect(window.location.href).not.toContain(password);
  }
});

const open = async () => {
  await renderApp(`${page}/azdor`, createAccount());
  await screen.findByRole('heading', { level: 1, name: 'AZTaxes' });
};
const type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list', () => {
  it('shows for each agency if an account is linked', async () => {
    account = createLinked();
    await renderApp(page, createAccount());
    const items = within(await screen.findByRole('list', { name: 'Accounts at agencies' })).getAllByRole(
      'listitem',
    );
    expect(items[0]).toHaveTextContent(/AZTaxesLinkedDepartment of RevenueAs rosa7/);
    expect(items[1]).toHaveTextContent(/SOSNot linked/);
    await userEvent.click(screen.getByRole('link', { name: 'AZTaxes' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'AZTaxes' })).toBeVisible();
    expect(window.location.pathname).toBe(`${page}/azdor`);
  });

  it('loads again after a failure', async () => {
    server.use(http.get(api, () => createFailure(404, 'x'), { once: true }));
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'AZTaxes' })).toBeVisible();
  });
});

describe('linking', () => {
  it('sends the typed values, and confirms that the account is linked', async () => {
    serveAnswer('/link', () => HttpResponse.json(createLinked()));
    await open();
    expect(
      screen.getByLabelText('Username at Department of Revenue', { selector: '#userName' }),
    ).toHaveAttribute('autocomplete', 'username');
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAttribute('autocomplete', 'current-password');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.type(screen.getByLabelText(/Username at/, { selector: '#userName' }), ' rosa7 ');
    await userEvent.type(password, secret);
    await press('Link this account');
    expect(await screen.findByText(/Linked as/)).toHaveTextContent(/Linked as rosa7 since November 21, 2026/);
    expect(calls).toEqual([{ method: 'post', path: '/link', body: { userName: 'rosa7', password: secret } }]);
    expect(screen.getByRole('heading', { name: 'Your account' })).toHaveFocus();
  });

  it('shows the password when asked', async () => {
    await open();
    await type('Password', secret);
    const button = screen.getByRole('button', { name: 'Show password: Password' });
    await userEvent.click(button);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password: Password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });

  it.each([
    [409, 'credentialsRefused', {}, /did not accept this username and password/],
    [503, 'agencyUnavailable', {}, /Department of Revenue isn’t responding right now/],
    [429, 'tooManyAttempts', { 'Retry-After': '900' }, /Too many attempts. Try again after .*\d{4}/],
  ] as const)(
    'keeps the user name, but no password, after a refusal with %i %s',
    async (status, code, headers, words) => {
      serveAnswer('/link', () => createFailure(status, code, headers));
      await open();
      await userEvent.type(screen.getByLabelText(/Username at/, { selector: '#userName' }), 'rosa7');
      await type('Password', secret);
      await press('Link this account');
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(screen.getByLabelText(/Username at/, { selector: '#userName' })).toHaveValue('rosa7');
      await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
    },
  );

  it('keeps the user name, and says that the password is gone, when the portal is unreachable', async () => {
    serveAnswer('/link', () => HttpResponse.error());
    await open();
    await userEvent.type(screen.getByLabelText(/Username at/, { selector: '#userName' }), 'rosa7');
    await type('Password', secret);
    await press('Link this account');
    expect(await screen.findByRole('alert')).toHaveTextContent('We kept what you typed, except passwords.');
    expect(screen.getByRole('alert')).not.toHaveTextContent('Nothing you entered is lost');
    expect(screen.getByLabelText(/Username at/, { selector: '#userName' })).toHaveValue('rosa7');
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveValue(''));
  });

  it('requires both values before it asks the agency', async () => {
    serveAnswer('/link', () => HttpResponse.json(createLinked()));
    await open();
    await press('Link this account');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('Enter your username');
    expect(summary).toHaveTextContent('Enter the password');
    expect(calls).toHaveLength(0);
  });
});

describe('registering', () => {
  it('shows the rules first, and checks them', async () => {
    serveAnswer('/register', () => HttpResponse.json(createLinked(), { status: 201 }));
    await open();
    await userEvent.click(screen.getByLabelText('No, I want to create one'));
    const password = screen.getByLabelText('Password');
    expect(password).toHaveAccessibleDescription('Use 12 to 64 characters. With a digit.');
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    expect(screen.getByLabelText('Username you want')).toHaveAccessibleDescription('Letters and digits.');
    expect(screen.getByLabelText('Email address')).toHaveValue('rosa@example.com');
    await type('Username you want', 'rosa7');
    await type('Password', 'short');
    await press('Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent('Use 12 to 64 characters for the password');
    expect(calls).toHaveLength(0);
    await type('Password', secret);
    await press('Create account');
    expect(await screen.findByText(/Linked as/)).toBeVisible();
    expect(calls[0]?.body).toEqual({
      userName: 'rosa7',
      email: 'rosa@example.com',
      password: `short${secret}`,
    });
  });

  it("shows the agency's refusal at the field, and refuses a very long password", async () => {
    serveAnswer('/register', () =>
      HttpResponse.json(
        [
          {
            applicationSection: 'businessagency',
            propertyName: 'userName',
            validationErrors: ['Somebody has this user name.'],
          },
        ],
        { status: 400 },
      ),
    );
    await open();
    await userEvent.click(screen.getByLabelText('No, I want to create one'));
    await type('Username you want', 'rosa7');
    await userEvent.click(screen.getByLabelText('Password'));
    await userEvent.paste('x'.repeat(10_000));
    await press('Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent('Use 12 to 64 characters for the password');
    await userEvent.clear(screen.getByLabelText('Password'));
    await type('Password', secret);
    await press('Create account');
    await waitFor(() =>
      expect(screen.getByLabelText('Username you want')).toHaveAccessibleDescription(
        /Somebody has this user name/,
      ),
    );
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  it('is not offered by agencies that create no accounts', async () => {
    account = createUnlinked({ canRegister: false });
    await open();
    expect(screen.queryByLabelText('No, I want to create one')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Link this account' })).toBeVisible();
  });
});

describe('a linked account', () => {
  beforeEach(() => {
    account = createLinked();
  });

  it('gets another password', async () => {
    serveAnswer('/password', () => HttpResponse.json(createLinked()));
    await open();
    await type('Current password', secret);
    await type('New password', otherSecret);
    await press('Change the password');
    await waitFor(() => expect(screen.getByText('Password changed.')).toBeVisible());
    expect(calls[0]?.body).toEqual({ currentPassword: secret, newPassword: otherSecret });
    expect(screen.getByLabelText('Current password')).toHaveValue('');
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });

  it('shows one message for the password that the agency refused', async () => {
    serveAnswer('/password', () => createFailure(409, 'credentialsRefused', {}));
    await open();
    await type('Current password', secret);
    await type('New password', otherSecret);
    await press('Change the password');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('did not accept your current password. Check it');
    expect(alert).not.toHaveTextContent('Check both');
  });

  it('is unlinked after a confirmation', async () => {
    serveAnswer('', () => HttpResponse.json(createUnlinked()), 'delete');
    await open();
    await press('Unlink this account');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('The account itself stays open.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(calls).toHaveLength(0);
    await press('Unlink this account');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText(/You have no linked accounts yet/)).toBeVisible();
    expect(calls).toEqual([{ method: 'delete', path: '', body: null }]);
  });

  it('offers help with a forgotten password, with the same message for unknown accounts', async () => {
    serveAnswer('/forgot-password', () => HttpResponse.json({ outcome: 'asked' }, { status: 202 }));
    await open();
    await userEvent.click(screen.getByText('Forgot your password?'));
    expect(screen.getByLabelText('Username at Department of Revenue')).toHaveValue('rosa7');
    await press('Ask for help');
    expect(await screen.findByText(/If it has this account, it writes to the address/)).toBeVisible();
    expect(calls[0]?.body).toEqual({ userName: 'rosa7' });
  });
});

describe('an unknown agency', () => {
  it('shows a text and a link back', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(`${api}/nobody/user`, () => createFailure(404, 'agencyNotFound')));
    await renderApp(`${page}/nobody`, createAccount());
    expect(await screen.findByText('We couldn’t find this agency')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All accounts at agencies' })).toHaveAttribute('href', page);
    error.mockRestore();
  });
});
