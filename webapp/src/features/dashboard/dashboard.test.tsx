import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createAgencyService,
  createIdentity,
  createNotice,
  serveRecord,
  serveSubscriptions,
  createServiceData,
  createSubscription,
} from '@/testing/connections';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const listOrder = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
const findCard = async (name: string) => screen.findByRole('article', { name });
const buildUnavailable = () =>
  HttpResponse.json({ code: 'agencyUnavailable', message: 'no', requestId: 'a1b2' }, { status: 503 });
const findAttentionHeading = () =>
  screen.findByRole('heading', { level: 2, name: /attention|Checking|could not check/ });

const a = createSubscription('a');
const b = createSubscription('b');
const c = createSubscription('c');

beforeEach(() => {
  vi.useRealTimers();
});

describe('the dashboard', () => {
  it('leads to the catalog without services', async () => {
    await renderApp('/dashboard', createAccount());
    const link = await screen.findByRole('link', { name: 'Find services' });
    expect(link).toHaveAttribute('href', '/connections');
    expect(screen.queryByText(/your attention/)).not.toBeInTheDocument();
  });

  it('says which cards support took off, and puts them back', async () => {
    serveSubscriptions({ ...a, isOnDashboard: false }, b);
    server.use(
      http.post(`${origin}/api/subscriptions/restoredashboard`, () => {
        serveSubscriptions(a, b);
        return HttpResponse.json({ items: [a, b] });
      }),
    );
    await renderApp('/dashboard', createAccount());
    expect(await findCard('Service b')).toBeVisible();
    expect(screen.queryByRole('article', { name: 'Service a' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Put them back' }));
    expect(await findCard('Service a')).toBeVisible();
    expect(screen.queryByText(/took one card off/)).not.toBeInTheDocument();
  });

  it('says that the list could not be loaded, and loads it again', async () => {
    server.use(
      http.get(`${origin}/api/subscriptions`, () => new HttpResponse(null, { status: 500 }), { once: true }),
    );
    server.use(
      http.get(`${origin}/api/subscriptions`, () =>
        HttpResponse.json({ code: 'x', message: '' }, { status: 404 }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveSubscriptions(a);
    await userEvent.click(retry);
    expect(await findCard('Service a')).toBeVisible();
  });

  it('shows what agencies hold, each kind as the language writes it', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          fields: [
            { kind: 'text', name: 'plate', label: 'Plate', value: '<b>ABC</b>', reveal: null },
            { kind: 'date', name: 'ends', label: 'Ends', value: '2027-03-09' },
            { kind: 'money', name: 'fee', label: 'Fee', value: { amount: '1435.60', currency: 'USD' } },
            {
              kind: 'status',
              name: 'state',
              label: 'State',
              value: { code: 'OK', label: 'Active', tone: 'good' },
            },
            { kind: 'list', name: 'tags', label: 'Tags', value: ['Elk', 'Deer'] },
            { kind: 'list', name: 'stamps', label: 'Stamps', value: [] },
          ],
          actions: [
            { id: 'renew', label: 'Renew', url: 'https://agency.example/renew?plate=ABC', stepUpTypes: null },
          ],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    const shown = within(await findCard('Service a'));
    expect(await shown.findByText('Nothing to do right now')).toBeVisible();
    expect(shown.getByText('<b>ABC</b>')).not.toBeVisible();
    await userEvent.click(shown.getByText('Details'));
    expect(shown.getByText('<b>ABC</b>')).toBeVisible();
    expect(shown.getByText('March 9, 2027')).toHaveAttribute('datetime', '2027-03-09');
    expect(shown.getByText('$1,435.60')).toBeVisible();
    expect(shown.getByText('Active')).toBeVisible();
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining(['Elk', 'Deer']),
    );
    expect(shown.getByText('None')).toBeVisible();
    const action = shown.getByRole('link', { name: /Renew.*new tab/ });
    expect(action).toHaveAttribute('href', 'https://agency.example/renew?plate=ABC');
    expect(action).toHaveAttribute('target', '_blank');
    expect(action).toHaveAttribute('rel', 'noopener noreferrer');
    expect(shown.getByText(/Last checked November 20, 2026/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Nothing needs your attention' })).toBeVisible();
  });

  it('lists the next days of the records when none needs attention', async () => {
    const inFortyDays = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    serveSubscriptions(a);
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          fields: [
            { kind: 'date', name: 'began', label: 'Began', value: '2020-03-09' },
            { kind: 'date', name: 'ends', label: 'Ends', value: inFortyDays },
          ],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    const attention = within(await screen.findByRole('region', { name: 'Nothing needs your attention' }));
    const [day, ...others] = attention.getAllByRole('listitem');
    const words = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(day).toHaveTextContent(
      `${words.format(new Date(inFortyDays))}Ends: Plate record-of-a (Service a)`,
    );
    expect(others).toEqual([]);
  });

  it('has no link to what asks for proof, but the way to prove it', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          actions: [{ id: 'sell', label: 'Sell', url: null, stepUpTypes: [3, 4] }],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    const link = await screen.findByRole('link', { name: /^Sell.*prove who you are first/ });
    const address = new URL(link.getAttribute('href') ?? '', 'https://portal.example');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      purpose: 'action',
      types: '3,4',
      returnTo: '/dashboard#record-record-of-a',
    });
  });

  it('says what a press on "Check again" did', async () => {
    let checkedAt = '2026-11-20T14:00:00Z';
    serveSubscriptions(a);
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a', { checkedAt })));
    await renderApp('/dashboard', createAccount());
    const press = async () => userEvent.click(await screen.findByRole('button', { name: /^Check again/ }));
    await press();
    expect(
      await screen.findByText('We asked less than 30 seconds ago. Try again in a moment.'),
    ).toBeVisible();
    checkedAt = '2026-11-20T14:01:00Z';
    await press();
    expect(await screen.findByText('This is what the agency says now.')).toBeVisible();
  });

  it('leads to an address that waits for its code', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a')));
    server.use(
      http.get(`${origin}/api/profile/completed`, () =>
        HttpResponse.json({ isCompleted: true, unverified: ['text'] }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect(await screen.findByRole('link', { name: 'Verify your mobile number' })).toHaveAttribute(
      'href',
      '/profile/contact',
    );
  });

  it('begins with the desk of staff, above cards of their own', async () => {
    serveSubscriptions();
    const question = {
      id: 'q',
      userId: 'u',
      number: 'Q-1',
      language: 'es',
      askedAt: '2026-11-18T14:00:00Z',
      expectedOn: '2026-11-19',
      takenBy: null,
      isMine: false,
    };
    server.use(
      http.get(`${origin}/api/users/questions`, () =>
        HttpResponse.json({
          items: [1, 2, 3, 4].map((number) => ({ ...question, id: `q${number}`, number: `Q-${number}` })),
          isTruncated: false,
        }),
      ),
    );
    await renderApp('/dashboard', createAccount(['support']));
    const desk = within(await screen.findByRole('region', { name: 'Your desk' }));
    expect(desk.getByRole('link', { name: 'Open user services' })).toHaveAttribute(
      'href',
      '/adminuserservices',
    );
    expect(
      await desk.findByText(/^4 questions are waiting, the first due November 19, 2026\./),
    ).toBeVisible();
    expect(desk.getByText('4 overdue')).toBeVisible();
    expect(desk.getByRole('link', { name: 'Open the questions' })).toHaveAttribute(
      'href',
      '/adminuserservices/questions',
    );
    expect(await screen.findByText('No agency is connected yet')).toBeVisible();
  });

  it('has no questions of people for staff who only search', async () => {
    serveSubscriptions();
    await renderApp('/dashboard', createAccount(['government']));
    const desk = within(await screen.findByRole('region', { name: 'Your desk' }));
    expect(desk.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/governmentsearch');
    expect(desk.queryByText('Questions to support')).toBeNull();
  });

  it('loads every card on its own', async () => {
    serveSubscriptions(a, b);
    let answer: (() => void) | undefined;
    serveRecord('record-of-a', async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return HttpResponse.json(createServiceData('record-of-a'));
    });
    await renderApp('/dashboard', createAccount());
    expect(await within(await findCard('Service b')).findByText('Nothing to do right now')).toBeVisible();
    expect(within(await findCard('Service a')).getByText('Loading…')).toBeInTheDocument();
    expect(await findAttentionHeading()).toHaveTextContent('Checking your services…');
    expect(screen.getByText('One record is still being checked.')).toBeVisible();
    answer?.();
    expect(await within(await findCard('Service a')).findByText('Nothing to do right now')).toBeVisible();
    expect(await findAttentionHeading()).toHaveTextContent('Nothing needs your attention');
    expect(screen.getByText('We checked all 2 records.', { selector: '.attention__remark *' })).toBeVisible();
  });

  it('lets one card fail alone, without asking twice, and tries it again', async () => {
    serveSubscriptions(a, b);
    let calls = 0;
    serveRecord('record-of-a', () => {
      calls += 1;
      return buildUnavailable();
    });
    await renderApp('/dashboard', createAccount());
    const failed = within(await findCard('Service a'));
    expect(await failed.findByText('We could not check this record.')).toBeVisible();
    expect(calls).toBe(1);
    expect(await within(await findCard('Service b')).findByText('Nothing to do right now')).toBeVisible();
    expect(await findAttentionHeading()).toHaveTextContent(
      'Nothing needs your attention in what we could check',
    );
    expect(
      screen.getByText('One record could not be checked just now.', { selector: '.attention__remark *' }),
    ).toBeVisible();
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a')));
    await userEvent.click(failed.getByRole('button', { name: /^Try again/ }));
    expect(await failed.findByText('Nothing to do right now')).toBeVisible();
    expect(failed.getByRole('heading', { level: 4 })).toHaveFocus();
  });

  it('says so when nothing could be checked', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', buildUnavailable);
    await renderApp('/dashboard', createAccount());
    expect(
      await screen.findByRole('heading', { name: 'We could not check your services just now' }),
    ).toBeVisible();
  });

  it('marks the last good copy', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () =>
      HttpResponse.json(createServiceData('record-of-a', { stale: true, checkedAt: '2026-11-18T17:30:00Z' })),
    );
    await renderApp('/dashboard', createAccount());
    const stale = within(await findCard('Service a'));
    expect(
      await stale.findByText(/last copy we have, last checked November 18, 2026 at 10:30/),
    ).toBeVisible();
    expect(stale.getByText('ABC record-of-a')).toBeInTheDocument();
    expect(stale.queryByText('Nothing to do right now')).not.toBeInTheDocument();
    expect(
      screen.getByText('One record could not be checked just now.', { selector: '.attention__remark *' }),
    ).toBeVisible();
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a')));
    await userEvent.click(stale.getByRole('button', { name: /^Check again/ }));
    await waitFor(() => expect(stale.queryByText(/last copy we have/)).not.toBeInTheDocument());
  });

  it('asks the agency again when the person wants it', async () => {
    serveSubscriptions(a);
    const asked: string[] = [];
    server.use(
      http.get(`${origin}/api/subscriptions/identities/record-of-a/servicedata`, ({ request }) => {
        asked.push(new URL(request.url).search);
        const checkedAt = `2026-11-20T20:0${asked.length}:00Z`;
        return HttpResponse.json(createServiceData('record-of-a', { checkedAt }));
      }),
    );
    await renderApp('/dashboard', createAccount());
    const shown = within(await findCard('Service a'));
    expect(await shown.findByText(/Last checked November 20, 2026 at 1:01/)).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Check again Plate record-of-a' }));
    expect(await shown.findByText(/Last checked November 20, 2026 at 1:02/)).toBeVisible();
    expect(asked).toEqual(['', '?isRefresh=true']);
  });

  it('begins a card with what to do and the button for it, and says an amount once', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          fields: [
            { kind: 'money', name: 'fee', label: 'Fee', value: { amount: '61.00', currency: 'USD' } },
            { kind: 'date', name: 'due', label: 'Due', value: '2027-01-02' },
            { kind: 'money', name: 'paid', label: 'Paid', value: { amount: '61.00', currency: 'USD' } },
          ],
          actions: [
            { id: 'ask', label: 'Ask', url: 'https://agency.example/ask', stepUpTypes: null },
            { id: 'pay', label: 'Pay', url: 'https://agency.example/pay', stepUpTypes: null },
          ],
          notices: [createNotice()],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    const shown = within(await findCard('Service a'));
    expect(await shown.findByText('Pay $61.00 for Plate record-of-a by January 2')).toBeVisible();
    expect(shown.getByRole('link', { name: /^Pay/ })).toBeVisible();
    expect(shown.getByText('Ask')).not.toBeVisible();
    expect(shown.getAllByRole('term', { hidden: true }).map((each) => each.textContent)).toEqual(['Paid']);
  });

  it('lists an application that waits for its owner, and no other', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a')));
    const application = {
      id: 'p1',
      formId: 'f',
      formName: 'Articles of organization',
      agency: { id: 'azcc', name: 'Arizona Corporation Commission' },
      businessId: 'b',
      businessName: 'Ocotillo LLC',
      role: 'owner',
      state: 'needsInformation',
      nextActor: 'applicant',
      since: '2026-11-20T15:00:00Z',
      isDelivered: null,
      due: { on: '2026-12-15', businessDays: 11 },
    };
    server.use(
      http.get(`${origin}/api/businessapplications/applications`, () =>
        HttpResponse.json({
          items: [
            application,
            { ...application, id: 'p2', role: 'viewer' },
            { ...application, id: 'p3', state: 'draft', due: null },
          ],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect(await screen.findByRole('heading', { name: 'One thing needs your attention' })).toBeVisible();
    expect(
      screen.getByRole('link', {
        name: 'Arizona Corporation Commission needs more information by December 15, 2026 for “Articles of organization”',
      }),
    ).toHaveAttribute('href', '/businessapplications/applications/p1');
  });

  it('does not say that all is well when applications cannot be read', async () => {
    serveSubscriptions(a);
    serveRecord('record-of-a', () => HttpResponse.json(createServiceData('record-of-a')));
    server.use(
      http.get(
        `${origin}/api/businessapplications/applications`,
        () => new HttpResponse(null, { status: 404 }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect(
      await screen.findByRole('heading', { name: 'Nothing needs your attention in what we could check' }),
    ).toBeVisible();
    expect(screen.getAllByText('Your applications could not be checked just now.')[0]).toBeVisible();
  });

  it('names a state that asks for nothing without the color of a warning', async () => {
    serveSubscriptions(a);
    const value = { code: 'OPEN', label: 'Open', tone: 'attention' as const };
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          fields: [{ kind: 'status', name: 'case', label: 'Case', value }],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect((await screen.findByText('Case: Open')).closest('.status')).toHaveClass('status--neutral');
    expect(document.querySelector('.status--attention')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Nothing needs your attention' })).toBeVisible();
  });

  it.each([
    [
      'by the list',
      createIdentity('gone', { status: 'revoked' }),
      () => HttpResponse.json(createServiceData('gone')),
    ],
    [
      'only on asking',
      createIdentity('gone'),
      () =>
        HttpResponse.json({ code: 'identityRevoked', message: 'ended', requestId: 'a1' }, { status: 409 }),
    ],
  ])('says that the agency ended a connection, known %s', async (_, record, answer) => {
    serveSubscriptions({ ...a, identities: [record] });
    serveRecord('gone', answer);
    await renderApp('/dashboard', createAccount());
    const ended = within(await findCard('Service a'));
    expect(await ended.findByText('This record is no longer connected.')).toBeVisible();
    expect(ended.getByRole('link', { name: 'Connect again' })).toHaveAttribute('href', '/connections/mvd-a');
    expect(await findAttentionHeading()).toHaveTextContent('One thing needs your attention');
  });

  it('sums up what needs attention, the most urgent first, and leads there', async () => {
    const two = createSubscription('two', {
      identities: [createIdentity('first'), createIdentity('second')],
    });
    serveSubscriptions(a, two, b);
    serveRecord('record-of-a', () =>
      HttpResponse.json(
        createServiceData('record-of-a', {
          notices: [
            createNotice({
              kind: 'expiring',
              field: 'ends',
              on: '2099-01-02',
              days: 9999,
              sentence: '“{service}” expires {date}',
            }),
          ],
        }),
      ),
    );
    const late = createNotice({
      kind: 'overdue',
      on: '2026-11-19',
      days: -1,
      sentence: 'Your fee of {amount} was due {date}',
    });
    serveRecord('second', () =>
      HttpResponse.json(
        createServiceData('second', {
          fields: [{ kind: 'money', name: 'fee', label: 'Fee', value: { amount: '61.00', currency: 'USD' } }],
          actions: [{ id: 'pay', label: 'Pay', url: 'https://agency.example/pay', stepUpTypes: null }],
          notices: [late, createNotice()],
        }),
      ),
    );
    await renderApp('/dashboard', createAccount());
    expect(await screen.findByRole('heading', { name: '3 things need your attention' })).toBeVisible();
    const lines = within(screen.getByRole('region', { name: '3 things need your attention' }));
    expect(lines.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Your fee of $61.00 was due November 19 (yesterday)Plate secondPay (opens the agency’s site in a new tab)',
      'Pay $61.00 for Plate second by January 2Plate secondPay (opens the agency’s site in a new tab)',
      '“Service a” expires January 2, 2099Plate record-of-a',
    ]);
    expect(lines.getAllByRole('link', { name: /^Pay\b.*new tab/ })).toHaveLength(2);
    expect(listOrder()).toEqual(['Service a', 'Service two', 'Service b']);

    const records = within(await findCard('Service two'));
    const second = records.getByRole('button', { name: /Plate second.*Needs attention/ });
    expect(second).toHaveAttribute('aria-expanded', 'false');
    expect(records.getByRole('button', { name: /^Plate first/ })).toHaveAttribute('aria-expanded', 'true');
    const [firstLink] = lines.getAllByRole('link');
    if (firstLink) await userEvent.click(firstLink);
    expect(second).toHaveFocus();
    expect(second).toHaveAttribute('aria-expanded', 'true');
    expect(records.getByText('Your fee of $61.00 was due November 19 (yesterday)')).toBeVisible();
  });

  it('comes to the card that the address names', async () => {
    serveSubscriptions(a, b);
    await renderApp('/dashboard#card-b', createAccount());
    await waitFor(() => expect(screen.getByRole('heading', { level: 3, name: 'Service b' })).toHaveFocus());
  });

  it('asks no more than six agencies at once', async () => {
    const items = Array.from({ length: 20 }, (_, index) => createSubscription(`n${index}`));
    serveSubscriptions(...items);
    let now = 0;
    let most = 0;
    server.use(
      http.get(`${origin}/api/subscriptions/identities/:id/servicedata`, async ({ params }) => {
        now += 1;
        most = Math.max(most, now);
        await delay(5);
        now -= 1;
        return HttpResponse.json(createServiceData(String(params.id)));
      }),
    );
    await renderApp('/dashboard', createAccount());
    expect(
      await screen.findByText('We checked all 20 records.', { selector: '.attention__remark *' }),
    ).toBeVisible();
    expect(most).toBeLessThanOrEqual(6);
  });

  it('cancels the waiting cards when the person goes to another page', async () => {
    serveSubscriptions(...Array.from({ length: 12 }, (_, index) => createSubscription(`n${index}`)));
    let asked = 0;
    server.use(
      http.get(`${origin}/api/subscriptions/identities/:id/servicedata`, async () => {
        asked += 1;
        await delay('infinite');
        return HttpResponse.json(null);
      }),
    );
    await renderApp('/dashboard', createAccount());
    await waitFor(() => expect(asked).toBeGreaterThan(0));
    const before = asked;
    await userEvent.click(await screen.findByRole('link', { name: 'Connect a service' }));
    await screen.findByRole('heading', { level: 1, name: 'Connections' });
    expect(asked).toBe(before);
  });
});

describe('the order of the cards', () => {
  const findMenu = (name: string) => screen.findByRole('button', { name: `Choices for ${name}` });
  const choose = async (name: string, choice: string) => {
    const user = userEvent.setup();
    const menu = await findMenu(name);
    menu.focus();
    await user.keyboard('{Enter}');
    within(await findCard(name))
      .getByRole('button', { name: choice })
      .focus();
    await user.keyboard('{Enter}');
    expect(menu).toHaveFocus();
  };

  it('is changed by keyboard, told and saved', async () => {
    serveSubscriptions(a, b, c);
    const sent: unknown[] = [];
    server.use(
      http.post(`${origin}/api/subscriptions/sortindex`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ items: [] });
      }),
    );
    await renderApp('/dashboard', createAccount());
    await choose('Service a', 'Move down');
    expect(listOrder()).toEqual(['Service b', 'Service a', 'Service c']);
    expect(screen.getByText('Service a moved to position 2 of 3.')).toBeInTheDocument();
    await choose('Service c', 'Move to the top');
    expect(listOrder()).toEqual(['Service c', 'Service b', 'Service a']);
    await choose('Service b', 'Move up');
    expect(listOrder()).toEqual(['Service b', 'Service c', 'Service a']);
    await waitFor(() =>
      expect(sent).toEqual([
        { items: [{ id: 'a', sortIndex: 1 }] },
        { items: [{ id: 'c', sortIndex: 0 }] },
        { items: [{ id: 'b', sortIndex: 0 }] },
      ]),
    );
    expect(
      within(await findCard('Service b')).queryByRole('button', { name: 'Move up', hidden: true }),
    ).toBeNull();
  });

  it('comes back when it could not be saved', async () => {
    serveSubscriptions(a, b);
    let refuse: () => void = () => undefined;
    const isRefused = new Promise<void>((resolve) => (refuse = resolve));
    server.use(
      http.post(`${origin}/api/subscriptions/sortindex`, async () => {
        await isRefused;
        return HttpResponse.json({ code: 'orderChanged', message: 'x', requestId: 'a' }, { status: 409 });
      }),
    );
    await renderApp('/dashboard', createAccount());
    await choose('Service b', 'Move up');
    expect(listOrder()).toEqual(['Service b', 'Service a']);
    refuse();
    // A toast is there before it can be seen.
    await waitFor(() => expect(screen.getByText(/The new order could not be saved/)).toBeVisible());
    await waitFor(() => expect(listOrder()).toEqual(['Service a', 'Service b']));
  });

  it('is not offered for a single card', async () => {
    serveSubscriptions(a);
    await renderApp('/dashboard', createAccount());
    await userEvent.click(await findMenu('Service a'));
    expect(screen.queryByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
  });
});

describe('disconnecting', () => {
  const disconnect = async (name: string, choice: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Choices for ${name}` }));
    await userEvent.click(screen.getByRole('button', { name: choice }));
  };

  it('asks first, ends the connection and goes on at the heading', async () => {
    serveSubscriptions(a, b);
    let ended = '';
    server.use(
      http.delete(`${origin}/api/subscriptions/identities/:id`, ({ params }) => {
        ended = String(params.id);
        serveSubscriptions(b);
        return HttpResponse.json({ isSubscriptionEnded: true });
      }),
    );
    await renderApp('/dashboard', createAccount());
    await disconnect('Service a', 'Disconnect Plate record-of-a');
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Plate record-of-a?' }));
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(ended).toBe('');
    await disconnect('Service a', 'Disconnect Plate record-of-a');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }),
    );
    await waitFor(() => expect(listOrder()).toEqual(['Service b']));
    expect(ended).toBe('record-of-a');
    expect(screen.getByRole('heading', { name: 'Your services' })).toHaveFocus();
    expect(await screen.findByText('Plate record-of-a disconnected.')).toBeVisible();
  });

  it('of a service without records ends the subscription', async () => {
    const news = createSubscription('news', {
      service: createAgencyService({ id: 'town-news', name: 'Town news', asksForIdentity: false }),
      identities: [],
    });
    serveSubscriptions(news);
    let ended = '';
    server.use(
      http.delete(`${origin}/api/subscriptions/:id`, ({ params }) => {
        ended = String(params.id);
        serveSubscriptions();
        return HttpResponse.json({ isSubscriptionEnded: true });
      }),
    );
    await renderApp('/dashboard', createAccount());
    expect(await screen.findByText('When your registration ends and what it costs.')).toBeVisible();
    await disconnect('Town news', 'Disconnect');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }),
    );
    expect(await screen.findByText('No agency is connected yet')).toBeVisible();
    expect(ended).toBe('news');
  });

  it('keeps the card and reports the failure', async () => {
    serveSubscriptions(a);
    server.use(http.delete(`${origin}/api/subscriptions/identities/:id`, () => buildUnavailable()));
    await renderApp('/dashboard', createAccount());
    await disconnect('Service a', 'Disconnect Plate record-of-a');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }),
    );
    expect(await screen.findByText(/couldn’t disconnect/)).toBeVisible();
    expect(listOrder()).toEqual(['Service a']);
  });
});
