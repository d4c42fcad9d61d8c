import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, createAccount as account } from '@/testing/renderApp';
import { configuration, origin, server } from '@/testing/server';
import type { Connections, Contact, Found, Locks, Person, Report } from './api';
import { caseMilliseconds } from './desk';

const id = 'xwa446lxizljvepki3sd6mk5jn';
const api = `${origin}/api/users`;
const person: Person = {
  id,
  displayName: 'Rosa Delgado',
  legalFirstName: 'ROSA',
  legalLastName: 'DELGADO',
  preferredName: null,
  birthYear: 1984,
  county: 'Pima',
  language: 'es',
  email: 'r•••@example.com',
  parts: [
    'identity',
    'account',
    'contact',
    'connections',
    'applications',
    'allow',
    'resend',
    'locks',
    'lift',
    'reload',
    'clear',
    'restore',
  ],
  registeredAt: '2026-11-21T14:12:49Z',
  linkedAtRegistration: false,
  state: 1,
  acceptedTerms: '2026-11-01',
  currentTerms: '2026-11-01',
  terms: [{ version: '2026-11-01', outcome: 'accepted', decidedAt: '2026-11-21T14:12:49Z' }],
};
const found: Found = {
  items: [
    {
      id,
      displayName: 'Rosa Delgado',
      email: 'r•••@example.com',
      county: 'Pima',
      birthYear: 1984,
      state: 'active',
    },
  ],
  isTruncated: false,
};
const locks: Locks = {
  items: [{ id: '3', name: 'eID', failures: 5, lockedUntil: '2026-11-25T01:00:00Z' }],
};

const waiting: Contact['changes'][number] = {
  id: 'change-1',
  channel: 'email',
  sentTo: 'r•••@work.example',
  isConfirmed: true,
  isAllowed: false,
  allowedFrom: null,
  allowedUntil: null,
};

const contact: Contact = {
  language: 'es',
  emailFrequency: 'daily',
  savedAt: null,
  addresses: [
    { channel: 'email', sentTo: 'r•••@example.com', isVerified: true, status: 'bounced', statusAt: null },
  ],
  changes: [waiting],
  deliveries: [
    {
      messageId: 'm1',
      channel: 'text',
      sentTo: '',
      state: 'notSent',
      reason: 'noAddress',
      at: '2026-11-21T14:12:49Z',
      sender: 'MVD',
      subject: null,
    },
  ],
  unread: { count: 2, atLeast: false },
};

/** Every call about people that arrived. */
let calls: Request[];
const listAddresses = () => calls.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

beforeEach(() => {
  calls = [];
  const answer =
    (json: object) =>
    ({ request }: { request: Request }) => {
      calls.push(request.clone());
      return HttpResponse.json(json);
    };
  const connections: Connections = {
    restorableUntil: null,
    items: [
      {
        serviceId: 's1',
        serviceName: 'Vehicles',
        agencyName: 'MVD',
        isOffered: true,
        isOnDashboard: false,
        notAnsweringSince: '2026-11-21T14:12:49Z',
        askedAgainFrom: '2026-11-21T14:13:19Z',
        lastFailure: { at: '2026-11-21T14:12:49Z', fault: 'late' },
        connectedAt: '2026-11-20T14:12:49Z',
        records: [{ status: 'connected', connectedAt: '2026-11-20T14:12:49Z', checkedAt: null }],
      },
    ],
  };
  const report: Report = {
    items: [
      {
        number: 1,
        serviceName: 'Vehicles',
        agencyName: 'MVD',
        outcome: 'unavailable',
        checkedAt: null,
      },
    ],
  };
  server.use(
    http.get(`${api}/search`, answer(found)),
    http.get(`${api}/:id/contact`, answer(contact)),
    http.post(
      `${api}/:id/contact/:channel/allow`,
      answer({ ...waiting, allowedFrom: '2026-11-28T18:30:00Z', allowedUntil: '2026-12-05T18:30:00Z' }),
    ),
    http.post(`${api}/:id/contact/:channel/withdraw`, answer(waiting)),
    http.get(`${api}/:id/connections`, answer(connections)),
    http.get(`${api}/:id/applications`, answer({ items: [] })),
    http.get(`${api}/:id/locks`, answer(locks)),
    http.post(`${api}/:id/locks/:lock/lift`, answer({ items: [] })),
    http.post(`${api}/:id/reloaddashboard`, answer(report)),
    http.delete(
      `${api}/:id/cleardashboard`,
      answer({ clearedAt: '2026-11-21T14:12:49Z', restorableUntil: '2026-11-28T14:12:49Z' }),
    ),
    http.post(`${api}/:id/restoredashboard`, answer({ items: [], restorableUntil: null })),
    http.get(`${api}/${id}`, answer(person)),
  );
});
afterEach(() => vi.useRealTimers());

const createSupportAccount = () => account(['support']);
/** Says what the looks are for, with the keyboard alone. */
async function openTheCase(number = 'C-2041'): Promise<void> {
  (await screen.findByLabelText('Purpose')).focus();
  await userEvent.selectOptions(screen.getByLabelText('Purpose'), 'The person asked for help');
  await userEvent.tab();
  await userEvent.keyboard(`${number}{Enter}`);
}
async function openRecord() {
  const rendered = await renderApp(`/adminuserservices/${id}`, createSupportAccount());
  await openTheCase();
  await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
  return rendered;
}
const findBlock = async (name: string) => within(await screen.findByRole('region', { name }));
const open = async (name: string) => {
  await userEvent.click((await findBlock(name)).getByRole('button', { name: 'Open' }));
  return findBlock(name);
};

describe('a case', () => {
  it('comes before anything about anybody', async () => {
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await screen.findByLabelText('Purpose');
    await userEvent.click(screen.getByRole('button', { name: 'Open the case' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a purpose');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the case number');
    expect(calls).toEqual([]);
  });

  it.each(['', ' ', '-1', 'a'.repeat(41), 'caso ñ'])('has no number %j', async (number) => {
    await renderApp('/adminuserservices', createSupportAccount());
    await userEvent.selectOptions(await screen.findByLabelText('Purpose'), 'Complaint');
    const field = screen.getByLabelText(/Case number/);
    field.removeAttribute('maxlength');
    if (number) await userEvent.type(field, number);
    await userEvent.click(screen.getByRole('button', { name: 'Open the case' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the case number');
  });

  it('closes after 15 minutes without use, with all that was shown', async () => {
    // Of a portal that does not sign people out before that.
    server.use(
      http.get(`${origin}/configuration/`, () =>
        HttpResponse.json({ ...configuration, userIdleTimeout: 3600 }),
      ),
    );
    await openRecord();
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    // A key keeps it open.
    vi.setSystemTime(Date.now() + 60_000);
    act(() => void document.dispatchEvent(new KeyboardEvent('keydown')));
    await act(() => vi.advanceTimersByTimeAsync(caseMilliseconds - 1000));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Rosa Delgado');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    vi.useRealTimers();
    expect(await screen.findByText('The case was closed')).toBeVisible();
    expect(document.body).not.toHaveTextContent('Rosa Delgado, ');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('A person’s record');
    await userEvent.click(screen.getByRole('link', { name: 'Back to the search' }));
    await screen.findByRole('heading', { level: 1, name: 'User services' });
    expect(screen.queryByText('Recent cases')).not.toBeInTheDocument();
  });

  it('is closed by hand, and its record stays at hand in this page alone', async () => {
    await openRecord();
    await userEvent.click((await findBlock('Open case')).getByRole('button', { name: 'Close' }));
    await screen.findByLabelText('Purpose');
    await userEvent.click(await screen.findByRole('link', { name: 'Rosa Delgado' }));
    await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
    expect(listAddresses()).toEqual([`GET /api/users/${id}`, `GET /api/users/${id}`]);
  });
});

describe('the search', () => {
  it('finds a person by keyboard alone, and says what it is for', async () => {
    await renderApp('/adminuserservices', createSupportAccount());
    await openTheCase();
    await waitFor(() => expect(screen.getByLabelText(/First name/)).toHaveFocus());
    await userEvent.keyboard('Rosa{Tab}Delgado{Enter}');
    const count = await screen.findByRole('heading', { name: '1 person found' });
    await waitFor(() => expect(count).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Rosa Delgado' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
    const [search, record] = calls;
    expect(Object.fromEntries(new URL(search?.url ?? '').searchParams)).toEqual({
      firstName: 'Rosa',
      lastName: 'Delgado',
    });
    for (const request of [search, record]) {
      expect(request?.headers.get('purpose')).toBe('resident-asked');
      expect(request?.headers.get('case-number')).toBe('C-2041');
    }
  });

  it('asks for two things or an email address', async () => {
    await renderApp('/adminuserservices', createSupportAccount());
    await openTheCase();
    await userEvent.type(await screen.findByLabelText(/Last name/), 'Delgado{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter at least two fields');
    await userEvent.type(screen.getByLabelText(/Year of birth/), '84{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('four digits');
    await userEvent.clear(screen.getByLabelText(/Year of birth/));
    await userEvent.clear(screen.getByLabelText(/Last name/));
    expect(calls).toEqual([]);
    await userEvent.type(screen.getByLabelText(/Email address/), 'rosa@example.com{Enter}');
    await screen.findByText('1 person found');
  });

  it('takes a mobile number alone, and takes away what was found before it asks for more', async () => {
    await renderApp('/adminuserservices', createSupportAccount());
    await openTheCase();
    const phone = await screen.findByLabelText(/Mobile number/);
    await userEvent.type(phone, '602-555-0123{Enter}');
    await screen.findByText('1 person found');
    expect(new URL(calls.at(-1)?.url ?? '').search).toBe('?phone=602-555-0123');
    await userEvent.clear(phone);
    await userEvent.type(screen.getByLabelText(/Last name/), 'Del*{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('or a full email address or mobile number');
    expect(screen.queryByText('1 person found')).not.toBeInTheDocument();
  });

  it('says that nobody was found, and that there are more', async () => {
    server.use(
      http.get(`${api}/search`, () => HttpResponse.json({ items: [], isTruncated: false }), { once: true }),
    );
    await renderApp('/adminuserservices', createSupportAccount());
    await openTheCase();
    await userEvent.type(await screen.findByLabelText(/Email address/), 'rosa@example.com{Enter}');
    await screen.findByRole('heading', { name: 'No one found' });
    server.use(http.get(`${api}/search`, () => HttpResponse.json({ ...found, isTruncated: true })));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('There are more')).toBeVisible();
  });
});

describe('a record', () => {
  it('always says whose it is, for which case and until when', async () => {
    await openRecord();
    const bar = screen.getByRole('region', { name: 'Open case' });
    expect(bar).toHaveTextContent('Record of Rosa Delgado');
    expect(bar).toHaveTextContent('Case C-2041');
    expect(bar).toHaveTextContent(/Closes at \d+:\d\d/);
  });

  it('shows a name with markup and formulas as it is', async () => {
    const displayName = '<b>Ro</b>sa <0>x</0> =SUM(1) {0}';
    server.use(http.get(`${api}/${id}`, () => HttpResponse.json({ ...person, displayName })));
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    expect(await screen.findByRole('heading', { level: 1, name: displayName })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Open case' })).toHaveTextContent(`Record of ${displayName}`);
    expect(screen.getByText(/Each section you open is logged/)).toHaveTextContent(
      `and ${displayName} sees it`,
    );
  });

  it('stays open on other pages, with a way back to it', async () => {
    await openRecord();
    const toDashboard = screen.getByRole('link', { name: /^Saguaro/ });
    await userEvent.click(toDashboard);
    await screen.findByRole('heading', { level: 1, name: /^Welcome/ });
    const bar = screen.getByRole('region', { name: 'Open case' });
    await userEvent.click(within(bar).getByRole('link', { name: 'Rosa Delgado' }));
    await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
    await userEvent.click(toDashboard);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'User services' })).toBeVisible();
  });

  it('opens its parts one by one, because each is a look', async () => {
    await openRecord();
    expect(listAddresses()).toEqual([`GET /api/users/${id}`]);
    expect(
      (await open('What this person sees on the dashboard')).getByText(/has not responded since/),
    ).toBeVisible();
    const contact = await open('Contact addresses and notices');
    expect(contact.getByText('Message from MVD')).toBeVisible();
    expect(contact.getByText(/there is no address/)).toBeVisible();
    expect(contact.getByText('2 unread messages')).toBeVisible();
    expect((await open('Applications')).getByText('No applications.')).toBeVisible();
    expect((await open('Lockouts')).getByText('eID')).toBeVisible();
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listAddresses().slice(1)).toEqual(
      ['connections', 'contact', 'applications', 'locks'].map((part) => `GET /api/users/${id}/${part}`),
    );
  });

  it('shows staff of an agency what is with their agency, and asks for no other part', async () => {
    const nothing = { registeredAt: null, linkedAtRegistration: null, state: null, acceptedTerms: null };
    server.use(
      http.get(`${api}/${id}`, () =>
        HttpResponse.json({
          ...person,
          ...nothing,
          currentTerms: null,
          terms: null,
          parts: ['identity', 'connections', 'applications', 'reload', 'clear', 'restore'],
        } satisfies Person),
      ),
    );
    await openRecord();
    expect(screen.getByText(/your agency’s part/)).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Identity',
      'Applications',
      'What this person sees on the dashboard',
      'Repair the dashboard',
    ]);
    const identity = await findBlock('Identity');
    for (const name of ['Registered', 'Next step', 'Terms']) expect(identity.queryByText(name)).toBeNull();
  });

  it('for a purpose that allows no changes offers none', async () => {
    server.use(
      http.get(`${api}/${id}`, () =>
        HttpResponse.json({
          ...person,
          parts: ['identity', 'account', 'contact', 'connections', 'applications', 'locks'],
        } satisfies Person),
      ),
      http.get(`${api}/:id/connections`, () =>
        HttpResponse.json({ items: [], restorableUntil: '2026-11-28T14:12:49Z' }),
      ),
    );
    await openRecord();
    expect(screen.getByText('You can’t make changes for this purpose.')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Repair the dashboard' })).not.toBeInTheDocument();
    expect((await open('Lockouts')).queryByRole('button', { name: 'End the lockout' })).toBeNull();
    const dashboard = await open('What this person sees on the dashboard');
    expect(dashboard.getByText('No connections.')).toBeVisible();
    expect(dashboard.queryByRole('button', { name: 'Restore the cards' })).toBeNull();
  });

  it('leaves nothing in the storage of the browser, and no name in its title', async () => {
    await openRecord();
    await open('Lockouts');
    const kept = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
    expect(kept).not.toMatch(/Delgado, |C-2041|xwa446|r•••/);
    expect(document.title).not.toContain('Rosa');
    expect(window.location.href).toBe(`${origin}/adminuserservices/${id}`);
  });

  it('has a lock lifted for a reason', async () => {
    await openRecord();
    const part = await open('Lockouts');
    await userEvent.click(part.getByRole('button', { name: 'End the lockout' }));
    await userEvent.click(part.getByRole('button', { name: 'End lockout' }));
    expect(part.getByRole('alert')).toHaveTextContent('Enter the reason');
    await userEvent.type(part.getByLabelText(/Why do you end it/), 'Her phone was broken');
    await userEvent.click(part.getByRole('button', { name: 'End lockout' }));
    expect(await part.findByText(/^No lockouts/)).toBeVisible();
    const sent = calls.at(-1);
    expect(new URL(sent?.url ?? '').pathname).toBe(`/api/users/${id}/locks/3/lift`);
    expect(await sent?.json()).toEqual({ reason: 'Her phone was broken' });
  });

  it('has a change of address allowed for a reason', async () => {
    await openRecord();
    const part = await open('Contact addresses and notices');
    await userEvent.click(part.getByRole('button', { name: 'Approve the change in 7 days' }));
    await userEvent.click(part.getByRole('button', { name: 'Approve' }));
    expect(part.getByRole('alert')).toHaveTextContent('Enter why you approve it');
    await userEvent.type(part.getByLabelText(/Why do you approve it/), 'Her old job ended');
    await userEvent.click(part.getByRole('button', { name: 'Approve' }));
    expect(await part.findByText(/approved from Nov 28, 2026.* until Dec 5, 2026/)).toBeVisible();
    expect(part.queryByRole('button', { name: 'Approve the change in 7 days' })).not.toBeInTheDocument();
    const sent = calls.at(-1);
    expect(new URL(sent?.url ?? '').pathname).toBe(`/api/users/${id}/contact/email/allow`);
    expect(await sent?.json()).toEqual({ changeId: 'change-1', reason: 'Her old job ended' });

    await userEvent.click(part.getByRole('button', { name: 'Take back the approval' }));
    await userEvent.type(part.getByLabelText(/Why do you take it back/), 'It was not her');
    await userEvent.click(part.getByRole('button', { name: 'Take back' }));
    expect(await part.findByText(/not approved/)).toBeVisible();
    const withdrawn = calls.at(-1);
    expect(new URL(withdrawn?.url ?? '').pathname).toBe(`/api/users/${id}/contact/email/withdraw`);
    expect(await withdrawn?.json()).toEqual({ changeId: 'change-1', reason: 'It was not her' });
  });

  it('has a failed notice sent again, once', async () => {
    const failed = {
      messageId: 'm2',
      channel: 'email',
      sentTo: 'r•••@example.com',
      state: 'failed',
      reason: 'tryAgain',
      at: '2026-11-21T14:12:49Z',
      sender: 'Saguaro',
      subject: 'Welcome',
    } as const;
    server.use(
      http.get(`${api}/${id}/contact`, () =>
        HttpResponse.json({ ...contact, deliveries: [failed, { ...failed, messageId: 'm3' }] }),
      ),
      http.post(`${api}/${id}/notices/m2/email/resend`, () =>
        HttpResponse.json({ ...failed, state: 'waiting' }),
      ),
    );
    await openRecord();
    const part = await open('Contact addresses and notices');
    expect(part.getAllByText(/^Failed \(after several tries\)/)).toHaveLength(2);
    const [first] = part.getAllByRole('button', { name: 'Send again' });
    if (first) await userEvent.click(first);
    expect(await part.findByText(/^Waiting/)).toBeVisible();
    expect(
      await screen.findByText(/or when quiet hours end or the daily email goes out/),
    ).toBeInTheDocument();
    expect(part.getAllByRole('button', { name: 'Send again' })).toHaveLength(1);
  });

  it('tells equal notices in one line, and folds all but the newest five lines and the failed ones', async () => {
    const notice = (messageId: string, sender: string, state = 'delivered') => ({
      ...{ messageId, sender, state, channel: 'email', sentTo: 'r•••@example.com', subject: null },
      ...{ reason: null, at: '2026-11-21T14:12:49Z' },
    });
    const senders = ['MVD', 'Tucson', 'MVD', 'DES', 'AZGFD', 'AHCCCS', 'ADOR', 'Pima'];
    const deliveries = [...senders.map((sender) => notice(sender, sender)), notice('f', 'SOS', 'failed')];
    server.use(http.get(`${api}/${id}/contact`, () => HttpResponse.json({ ...contact, deliveries })));
    await openRecord();
    const part = await open('Contact addresses and notices');
    expect(part.getAllByText('Message from MVD')).toHaveLength(1);
    expect(part.getByText('2 notices, Nov 21, 2026, 7:12 AM')).toBeVisible();
    expect(part.getByText('Message from SOS')).toBeVisible();
    expect(part.getByText('Message from Pima')).not.toBeVisible();
    await userEvent.click(part.getByText('2 more notices'));
    expect(part.getByText('Message from Pima')).toBeVisible();
  });

  it('is reloaded once its name is typed, and says what came of each card', async () => {
    server.use(http.get(`${api}/${id}`, () => HttpResponse.json({ ...person, displayName: 'José Ñuñez' })));
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    const part = await findBlock('Repair the dashboard');
    await userEvent.click(part.getByRole('button', { name: 'Reload all cards' }));
    await userEvent.keyboard('Jose Nunez{Enter}');
    expect(part.getByRole('alert')).toHaveTextContent('Type the name exactly as shown');
    expect(listAddresses()).not.toContain(`POST /api/users/${id}/reloaddashboard`);
    const field = part.getByLabelText(/Type the person’s name/);
    await userEvent.clear(field);
    await userEvent.type(field, 'José Ñuñez{Enter}');
    expect(await part.findByText(/No answer/)).toHaveTextContent(
      /the card shows data from|the card is empty/,
    );
    expect(calls.at(-1)?.headers.get('confirmed-name')).toBe(encodeURIComponent('José Ñuñez'));
  });

  it('is cleared once its name is typed, and put back', async () => {
    await openRecord();
    const part = await findBlock('Repair the dashboard');
    await userEvent.click(part.getByRole('button', { name: 'Clear the dashboard' }));
    await userEvent.keyboard('Rosa Delgado{Enter}');
    await userEvent.click(await part.findByRole('button', { name: 'Restore the cards' }));
    await waitFor(() => expect(part.queryByText('The dashboard is cleared')).not.toBeInTheDocument());
    expect(listAddresses().slice(1)).toEqual([
      `DELETE /api/users/${id}/cleardashboard`,
      `POST /api/users/${id}/restoredashboard`,
    ]);
  });

  it('is put back in both panels by one of them', async () => {
    server.use(
      http.get(`${api}/:id/connections`, () =>
        HttpResponse.json({ items: [], restorableUntil: '2026-11-28T14:12:49Z' }),
      ),
    );
    await openRecord();
    const seen = await open('What this person sees on the dashboard');
    const part = await findBlock('Repair the dashboard');
    await userEvent.click(part.getByRole('button', { name: 'Clear the dashboard' }));
    await userEvent.keyboard('Rosa Delgado{Enter}');
    await part.findByText('The dashboard is cleared');
    await userEvent.click(seen.getByRole('button', { name: 'Restore the cards' }));
    await waitFor(() => expect(screen.queryByText('The dashboard is cleared')).not.toBeInTheDocument());
  });

  it('is restored from the cards that the person sees', async () => {
    server.use(
      http.get(`${api}/:id/connections`, () =>
        HttpResponse.json({ items: [], restorableUntil: '2026-11-28T14:12:49Z' }),
      ),
    );
    await openRecord();
    const part = await open('What this person sees on the dashboard');
    expect(part.getByText(/until November 28, 2026/)).toBeVisible();
    await userEvent.click(part.getByRole('button', { name: 'Restore the cards' }));
    await waitFor(() => expect(part.queryByText('The dashboard is cleared')).not.toBeInTheDocument());
    expect(listAddresses().at(-1)).toBe(`POST /api/users/${id}/restoredashboard`);
  });
});

describe('a refusal', () => {
  const refuse = (status: number, code: string, message = 'Said by the portal.') =>
    server.use(
      http.get(`${api}/${id}`, () => HttpResponse.json({ code, message, requestId: 'r1' }, { status }), {
        once: true,
      }),
    );

  it('for want of a second factor leads to one, and then goes on where one was', async () => {
    refuse(403, 'secondFactorRequired');
    const { port } = await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a second factor' }));
    expect(port.signInBeside).toHaveBeenCalledExactlyOnceWith('secondFactor');
    await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
  });

  it('for groups that the portal does not accept says so', async () => {
    refuse(403, 'staffGroupsRefused');
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    expect(await screen.findByRole('heading', { name: 'You have no staff access' })).toBeVisible();
    expect(screen.getByText('Said by the portal.')).toBeVisible();
  });

  it('stays when the action is canceled', async () => {
    refuse(403, 'secondFactorRequired');
    const { port } = await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    port.signInBeside.mockResolvedValueOnce('cancelled');
    await openTheCase();
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a second factor' }));
    await waitFor(() => expect(port.signInBeside).toHaveBeenCalled());
    expect(screen.getByRole('button', { name: 'Sign in with a second factor' })).toBeVisible();
  });

  it.each([
    [403, 'ownRecord', 'This is your own record'],
    [403, 'notYourCase', 'Record not found'],
    [404, 'notFound', 'Record not found'],
    [503, 'accessNotRecorded', 'We can’t show anything right now'],
    [400, 'other', 'Check what you entered'],
    [503, 'storageUnavailable', 'We could not load this'],
  ])('%i %s is said plainly', async (status, code, title) => {
    refuse(status, code);
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByText('Identity and registration')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Open case' })).toHaveTextContent('No record is open');
  });

  it('when the look could not be written down can be tried again', async () => {
    refuse(503, 'accessNotRecorded');
    await renderApp(`/adminuserservices/${id}`, createSupportAccount());
    await openTheCase();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Rosa Delgado' });
  });
});
