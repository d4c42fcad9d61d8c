import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp, rosa } from '@/testing/renderApp';
import { origin, preferences, server, terms, userDetails } from '@/testing/server';

const detailsWith = (postLoginAction: number) =>
  http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction }));

describe('terms and conditions', () => {
  const page = '/profile/termsandconditions';
  const decision = (outcome: string) => ({
    version: terms.version,
    outcome,
    decidedAt: '2026-11-21T19:00:00Z',
  });

  it('are read and accepted in the version that is shown', async () => {
    let body: unknown;
    server.use(
      detailsWith(3),
      http.put(`${origin}/api/profile/termsandconditions/accept`, async ({ request }) => {
        body = await request.json();
        server.use(detailsWith(4));
        return HttpResponse.json(decision('accepted'));
      }),
    );
    await renderApp(page, rosa());
    await screen.findByRole('heading', { level: 1, name: 'Terms of the portal' });
    expect(screen.getByRole('heading', { name: 'Who may use it' })).toBeVisible();
    expect(screen.getByText('Version 2026-11-01, in force since November 1, 2026')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I accept' }));
    await waitFor(() => expect(window.location.pathname).toBe('/profile/contact'));
    expect(body).toEqual({ version: '2026-11-01' });
  });

  it('are declined only after a question, and that signs out', async () => {
    let body: unknown;
    server.use(
      detailsWith(3),
      http.put(`${origin}/api/profile/termsandconditions/decline`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(decision('declined'));
      }),
    );
    const { port } = await renderApp(page, rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'I decline' }));
    const dialog = screen.getByRole('dialog', { name: 'Confirm' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(body).toBeUndefined();

    await userEvent.click(screen.getByRole('button', { name: 'I decline' }));
    await userEvent.click(screen.getByRole('button', { name: 'Decline and sign out' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(body).toEqual({ version: '2026-11-01' });
  });

  it('are shown anew when another version came into force meanwhile', async () => {
    server.use(
      detailsWith(3),
      http.put(`${origin}/api/profile/termsandconditions/accept`, () => {
        server.use(
          http.get(`${origin}/api/profile/termsandconditions`, () =>
            HttpResponse.json({ ...terms, title: 'New terms' }),
          ),
        );
        return HttpResponse.json(
          { code: 'termsSuperseded', message: 'There are newer terms.' },
          { status: 409 },
        );
      }),
    );
    await renderApp(page, rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'I accept' }));
    await screen.findByRole('heading', { level: 1, name: 'New terms' });
    expect(screen.getByRole('alert')).toHaveTextContent('There are newer terms.');
  });

  it('say when they were accepted, and let people change their mind', async () => {
    server.use(
      http.get(`${origin}/api/profile/termsandconditions`, () =>
        HttpResponse.json({ ...terms, decision: decision('accepted') }),
      ),
    );
    await renderApp(page, rosa());
    expect(await screen.findByText('You accepted these terms on November 21, 2026.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I accept' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'I no longer accept' })).toBeVisible();
  });
});

describe('contact preferences', () => {
  const page = '/profile/contact';
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('send the whole matrix, with security fixed to e-mail', async () => {
    let body: unknown;
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({
          ...preferences,
          addresses: [
            ...preferences.addresses,
            { channel: 'text', address: '+16025550123', isVerified: false, verifiedAt: null },
          ],
        });
      }),
    );
    await renderApp(page, rosa());
    expect(await screen.findByRole('checkbox', { name: 'Security: E-mail' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Security: E-mail' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reminders: Text message' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Account activity: E-mail' }));
    await userEvent.type(screen.getByLabelText(/Mobile number/), '(602) 555 0123');
    await save();
    expect(await screen.findByText('Your contact preferences are saved.')).toBeVisible();
    expect(body).toEqual({
      language: 'en',
      addresses: [
        { channel: 'email', address: 'rosa@example.com' },
        { channel: 'text', address: '(602) 555 0123' },
      ],
      notices: [
        { kind: 'security', channels: ['email'] },
        { kind: 'accountActivity', channels: [] },
        { kind: 'agencyMessages', channels: ['email'] },
        { kind: 'reminders', channels: ['text'] },
        { kind: 'news', channels: [] },
      ],
    });
    expect(screen.getByLabelText(/Mobile number/)).toHaveValue('602-555-0123');
    expect(screen.getByText('Not verified')).toBeVisible();
  });

  it('ask for what is missing before they are sent', async () => {
    await renderApp(page, rosa());
    await userEvent.clear(await screen.findByLabelText('E-mail address'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'News: Text message' }));
    await save();
    const summary = await screen.findByRole('alert');
    await userEvent.click(
      within(summary).getByRole('link', { name: 'Enter your mobile number, or choose no text messages' }),
    );
    expect(screen.getByLabelText(/Mobile number/)).toHaveFocus();
    expect(within(summary).getByRole('link', { name: 'Enter your e-mail address' })).toBeVisible();
  });

  it('lead on to the dashboard when they were the last required step', async () => {
    server.use(
      detailsWith(4),
      http.put(`${origin}/api/profile/contactpreferences`, () => {
        server.use(detailsWith(1));
        return HttpResponse.json(preferences);
      }),
    );
    await renderApp(page, rosa());
    await screen.findByLabelText('E-mail address');
    await save();
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  it('verify an address by a code, once the address is saved', async () => {
    const unverified = {
      ...preferences,
      addresses: [
        ...preferences.addresses,
        { channel: 'text', address: '+16025550123', isVerified: false, verifiedAt: null },
      ],
    };
    const bodies: unknown[] = [];
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () => HttpResponse.json(unverified)),
      http.post(`${origin}/api/profile/contactpreferences/verification`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(
          { channel: 'text', sentTo: '•••-•••-0123', expiresAt: '2026-11-21T10:10:00Z' },
          { status: 202 },
        );
      }),
      http.post(`${origin}/api/profile/contactpreferences/verification/confirm`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({
          ...unverified,
          addresses: unverified.addresses.map((address) => ({ ...address, isVerified: true })),
        });
      }),
    );
    await renderApp(page, rosa());
    await userEvent.type(await screen.findByLabelText(/Mobile number/), '4');
    expect(screen.getByText('Save your change first.')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Mobile number/), '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await userEvent.type(await screen.findByLabelText('6-digit code'), '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
    await waitFor(() => expect(screen.getAllByText('Verified')).toHaveLength(2));
    expect(bodies).toEqual([{ channel: 'text' }, { channel: 'text', code: '654321' }]);
  });
});
