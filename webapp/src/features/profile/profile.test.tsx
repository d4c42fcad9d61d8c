import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, preferences, server, terms, userDetails } from '@/testing/server';

type Schemas = components['schemas'];

const answerDetails = (postLoginAction: number) =>
  http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction }));

describe('terms and conditions', () => {
  const page = '/profile/termsandconditions';
  const createDecision = (outcome: string) => ({
    version: terms.version,
    outcome,
    decidedAt: '2026-11-21T19:00:00Z',
  });

  it('are accepted in the version on the page', async () => {
    let body: unknown;
    server.use(
      answerDetails(3),
      http.put(`${origin}/api/profile/termsandconditions/accept`, async ({ request }) => {
        body = await request.json();
        server.use(answerDetails(4));
        return HttpResponse.json(createDecision('accepted'));
      }),
    );
    await renderApp(page, createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Terms of the portal' });
    expect(screen.getByRole('heading', { name: 'Who may use it' })).toBeVisible();
    expect(screen.getByText('Version 2026-11-01, effective November 1, 2026')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I accept' }));
    await waitFor(() => expect(window.location.pathname).toBe('/profile/contact'));
    expect(body).toEqual({ version: '2026-11-01' });
  });

  it('ask before declining, which signs out', async () => {
    let body: unknown;
    server.use(
      answerDetails(3),
      http.put(`${origin}/api/profile/termsandconditions/decline`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(createDecision('declined'));
      }),
    );
    const { port } = await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'I decline' }));
    const dialog = screen.getByRole('dialog', { name: 'Confirm' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(body).toBeUndefined();

    await userEvent.click(screen.getByRole('button', { name: 'I decline' }));
    await userEvent.click(screen.getByRole('button', { name: 'Decline and sign out' }));
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(body).toEqual({ version: '2026-11-01' });
    expect(JSON.parse(localStorage.getItem('saguaro.declinedTerms') ?? '')).toEqual({
      version: '2026-11-01',
      decidedAt: '2026-11-21T19:00:00Z',
    });
  });

  it('show the stored decision after declining and signing out', async () => {
    localStorage.setItem(
      'saguaro.declinedTerms',
      JSON.stringify({ version: '2026-11-01', decidedAt: '2026-11-21T19:00:00Z' }),
    );
    const { port } = await renderApp('/');
    await screen.findByRole('heading', { level: 1, name: 'You declined the terms and conditions' });
    expect(window.location.pathname).toBe('/terms/declined');
    expect(screen.getByText(/^We saved your decision on version 2026-11-01 .*Nov.* 21, 2026/)).toBeVisible();
    expect(localStorage.getItem('saguaro.declinedTerms')).toBeNull();
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Sign in' }));
    expect(port.signIn).toHaveBeenCalledOnce();
  });

  it.each(['no JSON', '{}', '{"version":"1","decidedAt":"never"}'])(
    'leave a visitor alone where %s was left',
    async (left) => {
      localStorage.setItem('saguaro.declinedTerms', left);
      await renderApp('/');
      await screen.findByRole('heading', { level: 1, name: 'Your Arizona, in one place' });
      await waitFor(() => expect(localStorage.getItem('saguaro.declinedTerms')).toBeNull());
      expect(window.location.pathname).toBe('/');
    },
  );

  it('show no declined page without a decision', async () => {
    await renderApp('/terms/declined');
    await screen.findByRole('heading', { level: 1, name: 'Your Arizona, in one place' });
  });

  it('are shown again when a newer version is in force', async () => {
    server.use(
      answerDetails(3),
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
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'I accept' }));
    await screen.findByRole('heading', { level: 1, name: 'New terms' });
    expect(screen.getByRole('alert')).toHaveTextContent('There are newer terms.');
  });

  it('show when they were accepted, and can still be declined', async () => {
    server.use(
      http.get(`${origin}/api/profile/termsandconditions`, () =>
        HttpResponse.json({ ...terms, decision: createDecision('accepted') }),
      ),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByText('You accepted these terms on November 21, 2026.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I accept' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'I no longer accept' })).toBeVisible();
  });
});

describe('contact preferences', () => {
  const page = '/profile/contact';
  const number = {
    channel: 'text',
    address: '+16025550123',
    isVerified: false,
    verifiedAt: null,
    status: 'usable',
    statusAt: null,
  };
  const answerAddresses = (...addresses: object[]) =>
    http.get(`${origin}/api/profile/contactpreferences`, () =>
      HttpResponse.json({ ...preferences, addresses }),
    );
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('send the whole matrix, with security notices by email', async () => {
    let body: unknown;
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({
          ...preferences,
          addresses: [...preferences.addresses, number],
        });
      }),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByRole('checkbox', { name: 'Security: Email' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Security: Email' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reminders: Text message' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Account activity: Email' }));
    await userEvent.type(screen.getByLabelText(/Mobile number/), '(602) 555 0123');
    await save();
    expect(await screen.findByText('We saved your contact preferences.')).toBeVisible();
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
      emailFrequency: 'immediate',
      quietHours: null,
    });
    expect(screen.getByLabelText(/Mobile number/)).toHaveValue('602-555-0123');
    expect(screen.getByText('Not verified')).toBeVisible();
  });

  it('list missing fields before they are sent', async () => {
    await renderApp(page, createAccount());
    await userEvent.clear(await screen.findByLabelText('Email address'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'News: Text message' }));
    await save();
    const summary = await screen.findByRole('alert');
    await userEvent.click(
      within(summary).getByRole('link', { name: 'Enter your mobile number, or choose no text messages' }),
    );
    expect(screen.getByLabelText(/Mobile number/)).toHaveFocus();
    expect(within(summary).getByRole('link', { name: 'Enter your email address' })).toBeVisible();
  });

  it('show no failure when the session has ended, and can be saved after signing in again', async () => {
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({ message: 'Unauthorized' }, { status: 401 }),
      ),
    );
    const { port } = await renderApp(page, createAccount());
    port.canRenew = false;
    await screen.findByLabelText('Email address');
    await save();
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('continue to the dashboard after the last required step', async () => {
    server.use(
      answerDetails(4),
      http.put(`${origin}/api/profile/contactpreferences`, () => {
        server.use(answerDetails(1));
        return HttpResponse.json(preferences);
      }),
    );
    await renderApp(page, createAccount());
    await screen.findByLabelText('Email address');
    await save();
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
  });

  it('verify a saved address with a code', async () => {
    const unverified = {
      ...preferences,
      addresses: [...preferences.addresses, number],
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
    await renderApp(page, createAccount());
    await userEvent.type(await screen.findByLabelText(/Mobile number/), '4');
    expect(screen.getByText('Save your change first.')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/Mobile number/), '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await userEvent.type(await screen.findByLabelText('6-digit code'), '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
    await waitFor(() => expect(screen.getAllByText('Verified')).toHaveLength(2));
    expect(bodies).toEqual([
      { channel: 'text', address: 'new' },
      { channel: 'text', address: 'new', code: '654321', changeTo: null },
    ]);
  });

  const change: Schemas['ContactPreferencesReply']['changes'][number] = {
    channel: 'email',
    address: 'rosa@work.example',
    needs: ['permission', 'code'],
    allowedFrom: null,
    allowedUntil: null,
  };
  const waiting: Schemas['ContactPreferencesReply'] = { ...preferences, changes: [change] };

  it('show from when an allowed change needs no code from the old address', async () => {
    const allowed = {
      ...change,
      allowedFrom: '2026-11-28T18:30:00Z',
      allowedUntil: '2026-12-05T18:30:00Z',
    };
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({ ...preferences, changes: [allowed] }),
      ),
    );
    await renderApp(page, createAccount());
    expect(
      await screen.findByText(
        /^Support approved this change. From November 28, 2026 .* until December 5, 2026/,
      ),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send code to the old address' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use the new address' })).not.toBeInTheDocument();
  });

  it('remove a number with a code from that number', async () => {
    const removal = { ...change, channel: 'text', address: '', needs: ['permission'] };
    const number = {
      ...preferences.addresses[0],
      channel: 'text',
      address: '+16025550123',
      isVerified: true,
    };
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({
          ...preferences,
          addresses: [...preferences.addresses.filter(({ channel }) => channel === 'email'), number],
          changes: [removal],
        }),
      ),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByText('Removal, waiting for confirmation')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send code to this number' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send code to the new address' })).not.toBeInTheDocument();
    expect(screen.getByLabelText(/^Mobile number/)).toHaveValue('');
  });

  it('finish an allowed change after the waiting time', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({
          ...preferences,
          changes: [{ ...change, needs: [], allowedUntil: '2026-12-05T18:30:00Z' }],
        }),
      ),
      http.post(`${origin}/api/profile/contactpreferences/verification/confirm`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(preferences);
      }),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Use the new address' }));
    await waitFor(() =>
      expect(screen.queryByText('New address, waiting for confirmation')).not.toBeInTheDocument(),
    );
    expect(bodies).toEqual([
      { channel: 'email', address: 'current', code: null, changeTo: 'rosa@work.example' },
    ]);
  });

  it('show a new address beside the current one, and use it after a code from each', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(waiting);
      }),
      http.post(`${origin}/api/profile/contactpreferences/verification`, async ({ request }) => {
        const { address } = (await request.json()) as { address: string };
        return HttpResponse.json(
          { channel: 'email', sentTo: `the ${address} address`, expiresAt: '2026-11-21T10:10:00Z' },
          { status: 202 },
        );
      }),
      http.post(`${origin}/api/profile/contactpreferences/verification/confirm`, async ({ request }) => {
        const { address } = (await request.json()) as { address: string };
        if (address === 'current')
          return HttpResponse.json({ ...preferences, changes: [{ ...change, needs: ['code'] }] });
        return HttpResponse.json({
          ...preferences,
          addresses: preferences.addresses.map((each) => ({ ...each, address: 'rosa@work.example' })),
        });
      }),
    );
    await renderApp(page, createAccount());
    const field = await screen.findByLabelText('Email address');
    await userEvent.clear(field);
    await userEvent.type(field, 'rosa@work.example');
    await save();
    expect(await screen.findByText('New address, waiting for confirmation')).toBeVisible();
    expect(field).toHaveValue('rosa@work.example');
    expect(field).toHaveAccessibleDescription('Notices go to rosa@example.com until you confirm the change.');
    const addresses = within(screen.getByRole('region', { name: 'Your addresses' }));
    expect(addresses.getByText('Verified')).toBeVisible();
    expect(addresses.getAllByText('rosa@example.com')).toHaveLength(2);
    // Saving other fields keeps the new address.
    await save();
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({ addresses: [{ channel: 'email', address: 'rosa@work.example' }] });

    for (const which of ['old', 'new']) {
      await userEvent.click(screen.getByRole('button', { name: `Send code to the ${which} address` }));
      expect(
        await screen.findByText(which === 'old' ? 'the current address' : 'the new address'),
      ).toBeVisible();
      await userEvent.type(screen.getByLabelText('6-digit code'), '654321');
      await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
      if (which === 'old') expect(await screen.findByText('Done')).toBeVisible();
    }
    await waitFor(() =>
      expect(screen.queryByText('New address, waiting for confirmation')).not.toBeInTheDocument(),
    );
    expect(addresses.getByText('rosa@work.example')).toBeVisible();
    expect(addresses.queryByText('rosa@example.com')).not.toBeInTheDocument();
  });

  it('offer enhanced authentication instead of the code from the old address', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () => HttpResponse.json(waiting)),
      http.post(`${origin}/api/profile/contactpreferences/verification/confirm`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(
          { code: 'enhancedAuthenticationRequired', message: 'Prove it.', requestId: 'ref-8', types: [3] },
          { status: 403 },
        );
      }),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Prove who you are' }));
    await waitFor(() => expect(window.location.pathname).toBe('/enhancedauthentication'));
    expect(window.location.search).toBe('?purpose=contact&types=3&returnTo=%2Fprofile%2Fcontact');
    expect(bodies).toEqual([
      { channel: 'email', address: 'current', code: null, changeTo: 'rosa@work.example' },
    ]);
  });

  it('offer no code for a bounced address while a new address is pending', async () => {
    const [email] = preferences.addresses;
    server.use(
      http.get(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json({
          ...waiting,
          addresses: [{ ...email, status: 'bounced', statusAt: '2026-11-21T06:30:00Z' }],
        }),
      ),
    );
    await renderApp(page, createAccount());
    await screen.findByText('Messages are returned');
    expect(screen.getAllByRole('button', { name: /^Send code/ })).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Email address'), 'x');
    expect(screen.getByText('Save your change first.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Send code/ })).not.toBeInTheDocument();
  });

  it.each([
    ['codeAlreadySent', 'That was too soon. Wait a minute and try again.'],
    ['tooManyCodesToNumber', 'An hour is always enough.'],
  ])('show how long to wait for a code: %s', async (code, words) => {
    server.use(
      answerAddresses(...preferences.addresses, number),
      http.post(`${origin}/api/profile/contactpreferences/verification`, () =>
        HttpResponse.json(
          { code, message: 'An hour is always enough.', requestId: 'ref-7' },
          { status: 429, headers: { 'Retry-After': '3000' } },
        ),
      ),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('save quiet hours and the daily email, and show them again', async () => {
    const bodies: Record<string, unknown>[] = [];
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        bodies.push(body);
        const { emailFrequency, quietHours } = body;
        return HttpResponse.json({ ...preferences, emailFrequency, quietHours });
      }),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByLabelText('One daily email at 8 a.m.'));
    expect(screen.queryByLabelText('From (Arizona time)')).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText('Send me nothing during these hours'));
    fireEvent.change(screen.getByLabelText('From (Arizona time)'), { target: { value: '22:30' } });
    await save();
    await screen.findByText('We saved your contact preferences.');
    expect(bodies[0]).toMatchObject({
      emailFrequency: 'daily',
      quietHours: { start: '22:30', end: '07:00' },
    });
    expect(screen.getByLabelText('From (Arizona time)')).toHaveValue('22:30');

    await userEvent.click(screen.getByLabelText('Send me nothing during these hours'));
    await save();
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]).toMatchObject({ quietHours: null });
  });

  it('require a start and a different end of quiet hours', async () => {
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByLabelText('Send me nothing during these hours'));
    fireEvent.change(screen.getByLabelText('From (Arizona time)'), { target: { value: '' } });
    fireEvent.change(screen.getByLabelText('Until (Arizona time)'), { target: { value: '' } });
    await save();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('link', { name: 'Enter when your quiet hours start' })).toBeVisible();
    expect(within(summary).getByRole('link', { name: 'Enter when your quiet hours end' })).toBeVisible();
    fireEvent.change(screen.getByLabelText('From (Arizona time)'), { target: { value: '21:00' } });
    fireEvent.change(screen.getByLabelText('Until (Arizona time)'), { target: { value: '21:00' } });
    await save();
    await userEvent.click(
      await within(summary).findByRole('link', {
        name: 'Enter an end time that differs from the start time',
      }),
    );
    expect(screen.getByLabelText('Until (Arizona time)')).toHaveFocus();
  });

  it('show the errors of the server at the quiet hours', async () => {
    server.use(
      http.put(`${origin}/api/profile/contactpreferences`, () =>
        HttpResponse.json(
          [
            {
              applicationSection: 'contactPreferences',
              propertyName: 'quietHours.end',
              validationErrors: ['Choose another end.'],
            },
          ],
          { status: 400 },
        ),
      ),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await screen.findByLabelText('Send me nothing during these hours'));
    await save();
    await screen.findByRole('alert');
    expect(screen.getByLabelText('Until (Arizona time)')).toHaveAccessibleDescription('Choose another end.');
  });

  it.each([
    ['bounced', 'Messages are returned', 'Our message on November 20, 2026 was returned', true],
    ['complained', 'Reported as spam', 'On November 20, 2026, someone reported our message', true],
    ['stopped', 'Stopped', 'On November 20, 2026, you asked us by text message to stop', false],
  ])('explain what to do about an address that is %s', async (status, tag, explanation, canBeVerified) => {
    const [email] = preferences.addresses;
    server.use(answerAddresses({ ...email, status, statusAt: '2026-11-21T06:30:00Z' }));
    await renderApp(page, createAccount());
    expect(await screen.findByText(tag)).toBeVisible();
    expect(screen.getByText(new RegExp(`^${explanation}`))).toBeVisible();
    expect(screen.queryByText('Verified')).not.toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Send code' })).toHaveLength(canBeVerified ? 1 : 0);
    expect(screen.queryByRole('button', { name: /Send me a test/ })).not.toBeInTheDocument();
  });

  it('send a test to a verified address and link to its result', async () => {
    const bodies: unknown[] = [];
    server.use(
      answerAddresses(...preferences.addresses, number),
      http.post(`${origin}/api/profile/contactpreferences/test`, async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length === 1
          ? HttpResponse.json(
              { messageId: 'amessage', channel: 'email', sentTo: 'r•••@example.com' },
              { status: 202 },
            )
          : HttpResponse.json(
              { code: 'testAlreadySent', message: 'A test was sent a moment ago.' },
              { status: 429, headers: { 'Retry-After': '20' } },
            );
      }),
    );
    await renderApp(page, createAccount());
    const button = await screen.findByRole('button', { name: 'Send me a test email' });
    expect(screen.queryByRole('button', { name: 'Send me a test text message' })).not.toBeInTheDocument();
    await userEvent.click(button);
    expect(await screen.findByText('r•••@example.com')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check the status' })).toHaveAttribute(
      'href',
      '/messages/portal/amessage',
    );
    await userEvent.click(button);
    expect(await screen.findByText('That was too soon. Wait a minute and try again.')).toBeVisible();
    expect(bodies).toEqual([{ channel: 'email' }, { channel: 'email' }]);
  });

  it('send no test to a changed address that is not saved', async () => {
    await renderApp(page, createAccount());
    await userEvent.type(await screen.findByLabelText('Email address'), 'x');
    expect(screen.queryByRole('button', { name: 'Send me a test email' })).not.toBeInTheDocument();
  });
});

describe('an unsubscribe link', () => {
  // Replies are cached by link, so each test uses its own.
  let token: string;
  let page: string;

  beforeEach(() => {
    token = crypto.randomUUID();
    page = `/unsubscribe?token=${token}`;
  });

  const subscription = {
    kind: 'reminders',
    channel: 'email',
    sentTo: 'r•••@example.com',
    isSubscribed: true,
  };
  const answerSubscription = (answer: () => Response) =>
    http.get(`${origin}/api/profile/unsubscribe`, answer);
  const stop = () => userEvent.click(screen.getByRole('button', { name: 'Stop these notices' }));

  it('names the notices and stops them with one button, without signing in', async () => {
    const tokens: (string | null)[] = [];
    server.use(
      answerSubscription(() => HttpResponse.json(subscription)),
      http.post(`${origin}/api/profile/unsubscribe`, ({ request }) => {
        expect(request.headers.get('Authorization')).toBeNull();
        tokens.push(new URL(request.url).searchParams.get('token'));
        return HttpResponse.json({ ...subscription, isSubscribed: false });
      }),
    );
    await renderApp(page);
    expect(await screen.findByText('Reminders')).toBeVisible();
    expect(screen.getByText('r•••@example.com')).toBeVisible();
    expect(tokens).toEqual([]);
    await stop();
    expect(await screen.findByText('Done. We no longer send these notices this way.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop these notices' })).not.toBeInTheDocument();
    expect(tokens).toEqual([token]);
    expect(screen.getByRole('link', { name: 'Choose everything we send you' })).toHaveAttribute(
      'href',
      '/profile/contact',
    );
  });

  it('reports that there is nothing to stop', async () => {
    server.use(answerSubscription(() => HttpResponse.json({ ...subscription, isSubscribed: false })));
    await renderApp(page, createAccount());
    expect(await screen.findByText(/There is nothing to stop/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop these notices' })).not.toBeInTheDocument();
  });

  it('can be tried again after a failure', async () => {
    let attempts = 0;
    server.use(
      answerSubscription(() => HttpResponse.json(subscription)),
      http.post(`${origin}/api/profile/unsubscribe`, () => {
        attempts += 1;
        return attempts === 1
          ? HttpResponse.json({ code: 'preferencesChanged', message: 'Try again.' }, { status: 409 })
          : HttpResponse.json({ ...subscription, isSubscribed: false });
      }),
    );
    await renderApp(page);
    await screen.findByText('Reminders');
    await stop();
    expect(await screen.findByText('Try again.')).toBeVisible();
    await stop();
    expect(await screen.findByText('Done. We no longer send these notices this way.')).toBeVisible();
  });

  it.each(['/unsubscribe', '/unsubscribe?token=', '/unsubscribe?token=x'])(
    'reports an invalid link: %s',
    async (path) => {
      server.use(
        answerSubscription(() =>
          HttpResponse.json({ code: 'linkNotFound', message: 'No such link.' }, { status: 404 }),
        ),
      );
      await renderApp(path);
      expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Stop these notices' })).not.toBeInTheDocument();
    },
  );

  it('shows why security notices cannot be stopped', async () => {
    server.use(
      answerSubscription(() =>
        HttpResponse.json(
          [{ applicationSection: 'unsubscribe', propertyName: 'token', validationErrors: ['They stay.'] }],
          { status: 400 },
        ),
      ),
    );
    await renderApp(page);
    expect(await screen.findByText('They stay.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Stop these notices' })).not.toBeInTheDocument();
  });
});
