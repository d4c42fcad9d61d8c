import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

type Transaction = components['schemas']['TransactionReply'];
type Page = components['schemas']['TransactionsReply'];

const address = `${origin}/api/transactions`;

const createTransaction = (number: number, changes: Partial<Transaction> = {}): Transaction => ({
  id: `t${number}`,
  occurredOn: '2026-10-30',
  agencyId: 'adot-mvd',
  agencyName: 'ADOT Motor Vehicle Division',
  agencyServiceId: 'adot-mvd-vehicle',
  serviceName: 'Vehicles and registration',
  type: 'payment',
  status: 'completed',
  description: `Payment ${number}`,
  referenceNumber: `R-${number}`,
  amount: { amount: '1435.67', currency: 'USD' },
  convenienceFee: null,
  method: null,
  period: null,
  receiptUrl: null,
  updatedAt: '2026-10-30T00:00:00Z',
  ...changes,
});

const createTransactions = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => createTransaction(from + index));

const createService = (id: string, name: string, agencyId: string, agencyName: string) => ({
  id,
  code: id,
  name,
  description: '',
  category: 'vehicles',
  agency: { id: agencyId, name: agencyName, kind: 'state', logo: null },
  asksForIdentity: true,
  acceptsAddressChange: false,
  isAvailable: true,
});
const vehicles = createService('adot-mvd-vehicle', 'Vehicles', 'adot-mvd', 'ADOT MVD');
const water = createService('tucson-utilities-account', 'Water', 'tucson-utilities', 'City of Tucson');

let asked: URLSearchParams[];

/** Serves the pages in order, for any query. */
function answerWith(...pages: Partial<Page>[]) {
  asked = [];
  server.use(
    http.get(address, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const page = pages[Math.min(asked.length, pages.length) - 1];
      return HttpResponse.json({ items: [], nextToken: null, scannedUntil: null, ...page });
    }),
  );
}

beforeEach(() => {
  server.use(
    http.get(`${address}/summary`, () => HttpResponse.json({ months: [], completeFrom: null })),
    http.get(`${origin}/api/subscriptions`, () =>
      HttpResponse.json({
        items: [{ id: 's1', agencyServiceId: vehicles.id, service: vehicles, sortIndex: 0, identities: [] }],
      }),
    ),
    http.get(`${origin}/api/subscriptions/agencyservice`, () =>
      HttpResponse.json({ items: [vehicles, water] }),
    ),
  );
});

const findRows = () => screen.findAllByRole('rowheader');
const waitForText = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeVisible());

describe('the transaction list', () => {
  it('shows description, date, agency, status, and amount', async () => {
    answerWith({
      items: [
        createTransaction(1, { description: '<b>Fee</b>', status: 'refunded' }),
        createTransaction(2, { amount: null, type: 'document' }),
      ],
    });
    await renderApp('/transactions', createAccount());
    const first = await screen.findByRole('row', { name: /Fee/ });
    expect(first).toHaveTextContent('Oct 30, 2026');
    expect(first).toHaveTextContent('<b>Fee</b>');
    expect(first).toHaveTextContent('ADOT Motor Vehicle Division · Vehicles and registration');
    expect(within(first).getByText('Refunded')).toBeVisible();
    expect(first).toHaveTextContent('$1,435.67');
    expect(screen.getByRole('row', { name: /Payment 2/ })).toHaveTextContent('No amount');
    await waitForText('2 transactions shown');
    expect(screen.getByText('That is everything.')).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.get('limit')).toBe('25');
  });

  it('uses the period or month as the title when the description repeats the service', async () => {
    const description = 'Vehicles and registration';
    answerWith({
      items: [
        createTransaction(1, { description }),
        createTransaction(2, { description, period: 'Fall 2026' }),
        createTransaction(3, { description: 'First half of the tax', period: '2026' }),
        createTransaction(4, { description: 'Return for 2025', period: '2025' }),
        createTransaction(5, { description: 'x'.repeat(200) }),
      ],
    });
    await renderApp('/transactions', createAccount());
    await findRows();
    expect(screen.getAllByRole('link', { name: /./ }).map((link) => link.textContent)).toEqual(
      expect.arrayContaining([
        'October 2026',
        'Fall 2026',
        'First half of the tax, 2026',
        'Return for 2025',
        'x'.repeat(200),
      ]),
    );
  });

  it('explains the list when it is empty', async () => {
    answerWith({});
    await renderApp('/transactions', createAccount());
    expect(await screen.findByText('No transactions yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download (CSV)' })).not.toBeInTheDocument();
  });

  it('shows a placeholder while loading', async () => {
    server.use(http.get(address, () => delay('infinite')));
    await renderApp('/transactions', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Transactions' });
    expect(screen.getByText('Loading…')).toBeInTheDocument();
    expect(screen.queryByText('No transactions yet')).not.toBeInTheDocument();
  });

  it('shows a loading failure and retries', async () => {
    server.use(
      http.get(address, () =>
        HttpResponse.json({ code: 'x', message: 'Not now r1.', requestId: 'r1' }, { status: 400 }),
      ),
    );
    await renderApp('/transactions', createAccount());
    expect(await screen.findByText('Not now r1.')).toBeVisible();
    server.use(
      http.get(address, async () => {
        await delay(100);
        return HttpResponse.json({ items: createTransactions(1), nextToken: null, scannedUntil: null });
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
    expect(screen.queryByText('No transactions yet')).not.toBeInTheDocument();
    expect(await findRows()).toHaveLength(1);
    expect(screen.queryByText('Not now r1.')).not.toBeInTheDocument();
  });
});

describe('a long history', () => {
  it('loads more on request and focuses the first new row', async () => {
    answerWith(
      { items: createTransactions(25), nextToken: 'n1', scannedUntil: '2026-10-30' },
      { items: createTransactions(3, 26) },
    );
    await renderApp('/transactions', createAccount());
    expect(await findRows()).toHaveLength(25);
    expect(asked).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitForText('28 transactions shown');
    expect(asked[1]?.get('nextToken')).toBe('n1');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Payment 26' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('loads further pages by itself while they are short or empty', async () => {
    answerWith(
      { items: [], nextToken: 'n1', scannedUntil: '2026-08-01' },
      { items: createTransactions(2), nextToken: 'n2', scannedUntil: '2026-05-01' },
      { items: createTransactions(1, 3), nextToken: null },
    );
    await renderApp('/transactions?text=wagon', createAccount());
    await waitForText('3 transactions shown');
    expect(asked.map((query) => query.get('nextToken'))).toEqual([null, 'n1', 'n2']);
    expect(asked.every((query) => query.get('text') === 'wagon')).toBe(true);
    expect(screen.getByText('That is everything that matches.')).toBeVisible();
  });

  it('stops loading after a while and asks the person', async () => {
    answerWith(
      ...Array.from({ length: 9 }, (_, index) => ({
        nextToken: `n${index}`,
        scannedUntil: `2024-0${9 - index}-09`,
      })),
    );
    await renderApp('/transactions?type=filing', createAccount());
    expect(await screen.findByText('Nothing found since April 2024.')).toBeVisible();
    expect(asked).toHaveLength(6);
    expect(screen.queryByText('Nothing matches these filters')).not.toBeInTheDocument();
    answerWith({ items: createTransactions(1), nextToken: null });
    await userEvent.click(screen.getByRole('button', { name: 'Search earlier dates' }));
    await waitForText('1 transaction shown');
  });

  it('keeps the loaded rows when a later page fails', async () => {
    answerWith({ items: createTransactions(25), nextToken: 'n1', scannedUntil: '2026-10-30' });
    await renderApp('/transactions', createAccount());
    await findRows();
    server.use(
      http.get(address, () =>
        HttpResponse.json({ code: 'x', message: 'Not now r2.', requestId: 'r2' }, { status: 400 }),
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Not now r2.')).toBeVisible();
    expect(await findRows()).toHaveLength(25);
    answerWith({ items: createTransactions(1, 26) });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitForText('26 transactions shown');
  });
});

describe('the filters', () => {
  const apply = () => userEvent.click(screen.getByRole('button', { name: 'Apply filters' }));

  it('are in the page address, and going back removes them', async () => {
    answerWith({ items: createTransactions(2) });
    await renderApp('/transactions', createAccount());
    await findRows();
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending');
    await userEvent.type(screen.getByLabelText('Search'), 'wagon');
    expect(asked).toHaveLength(1);
    await apply();
    await waitFor(() => expect(window.location.search).toBe('?status=pending&text=wagon'));
    await waitFor(() => expect(asked.at(-1)?.get('status')).toBe('pending'));
    expect(await screen.findByRole('button', { name: 'Remove the filter Pending' })).toBeVisible();
    window.history.back();
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(screen.getByLabelText('Status')).toHaveValue(''));
    expect(screen.getByLabelText('Search')).toHaveValue('');
    await findRows();
    expect(asked).toHaveLength(2);
  });

  it('list own services first, limited to the chosen agency', async () => {
    answerWith({ items: createTransactions(1) });
    await renderApp('/transactions', createAccount());
    await findRows();
    const listServices = () =>
      [...screen.getByLabelText<HTMLSelectElement>('Service').options].map((option) => option.text);
    await waitFor(() => expect(listServices()).toEqual(['All services', 'Vehicles', 'Water']));
    await userEvent.selectOptions(screen.getByLabelText('Service'), 'Vehicles');
    await userEvent.selectOptions(screen.getByLabelText('Agency'), 'City of Tucson');
    expect(listServices()).toEqual(['All services', 'Water']);
    expect(screen.getByLabelText('Service')).toHaveValue('');
  });

  it('from a shared link are shown and can be removed one by one or together', async () => {
    answerWith({ items: createTransactions(1) });
    await renderApp(
      '/transactions?service=adot-mvd-vehicle&from=2026-01-01&to=2026-12-31&type=nonsense',
      createAccount(),
    );
    await findRows();
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      agencyServiceId: 'adot-mvd-vehicle',
      from: '2026-01-01',
      to: '2026-12-31',
      limit: '25',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the filter From Jan 1, 2026' }));
    await waitFor(() => expect(window.location.search).toBe('?service=adot-mvd-vehicle&to=2026-12-31'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(screen.getByLabelText('Last day')).toHaveValue('');
  });

  it('report no match and link back to all transactions', async () => {
    answerWith({ items: [] }, { items: createTransactions(1) });
    await renderApp('/transactions?text=nothing', createAccount());
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all transactions' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await findRows()).toHaveLength(1);
  });

  it('are not applied with the days in reverse order', async () => {
    answerWith({ items: createTransactions(1) });
    await renderApp('/transactions', createAccount());
    await findRows();
    await userEvent.type(screen.getByLabelText('First day'), '2026-12-31');
    await userEvent.type(screen.getByLabelText('Last day'), '2026-01-01');
    await apply();
    expect(screen.getByLabelText('First day')).toHaveAccessibleDescription(
      'The first day must not be after the last day',
    );
    expect(screen.getByLabelText('First day')).toHaveFocus();
    expect(window.location.search).toBe('');
  });
});

describe('the transaction details', () => {
  const details = createTransaction(2, {
    description: 'Registration renewed',
    receiptUrl: 'https://agency.example/receipt/2',
    convenienceFee: { amount: '2.50', currency: 'USD' },
    method: 'Visa ••42',
    updatedAt: '2026-11-02T19:00:00Z',
  });
  const answerDetails = () => server.use(http.get(`${address}/t2`, () => HttpResponse.json(details)));
  const makeScreenWide = () =>
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) =>
        Object.assign(new EventTarget(), {
          matches: media.includes('min-width'),
          media,
        }) as unknown as MediaQueryList,
    );

  it('open beside the list with the focus; Escape closes them and returns the focus', async () => {
    makeScreenWide();
    answerDetails();
    answerWith({ items: createTransactions(3) });
    await renderApp('/transactions?type=payment', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Payment 2' }));
    const panel = await screen.findByRole('article', { name: 'Registration renewed' });
    expect(window.location.pathname + window.location.search).toBe('/transactions/t2?type=payment');
    expect(within(panel).getByRole('heading', { level: 2 })).toHaveFocus();
    expect(panel).toHaveTextContent('Convenience fee$2.50');
    expect(panel).toHaveTextContent('Last changeNovember 2, 2026 at 12:00 PM MST');
    const receipt = within(panel).getByRole('link', { name: /Receipt at ADOT/ });
    expect(receipt).toHaveAttribute('href', details.receiptUrl);
    expect(receipt).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('link', { name: 'Payment 2' })).toHaveAttribute('aria-current', 'true');
    expect(document.title).toBe('Registration renewed | Saguaro');

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(window.location.pathname).toBe('/transactions'));
    expect(window.location.search).toBe('?type=payment');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Payment 2' })).toHaveFocus());
    expect(document.title).toBe('Transactions | Saguaro');
    expect(asked).toHaveLength(1);
  });

  it('are a separate page on small screens, which links back to the row', async () => {
    answerDetails();
    answerWith({ items: createTransactions(3) });
    await renderApp('/transactions', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Payment 2' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Registration renewed' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'All transactions' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Payment 2' })).toHaveFocus());
    expect(asked).toHaveLength(1);
  });

  it('open by their address without loading the list', async () => {
    answerDetails();
    answerWith({ items: createTransactions(1) });
    await renderApp('/transactions/t2?type=payment', createAccount());
    expect(await screen.findByRole('heading', { level: 1, name: 'Registration renewed' })).toBeVisible();
    expect(asked).toHaveLength(0);
    await userEvent.click(screen.getByRole('link', { name: 'All transactions' }));
    expect(await findRows()).toHaveLength(1);
    expect(window.location.search).toBe('?type=payment');
  });

  it('report a transaction that does not exist', async () => {
    server.use(
      http.get(`${address}/t9`, () =>
        HttpResponse.json({ code: 'transactionNotFound', message: 'x' }, { status: 404 }),
      ),
    );
    await renderApp('/transactions/t9', createAccount());
    expect(await screen.findByText(/We couldn’t find this transaction/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('can be retried after a loading failure', async () => {
    server.use(http.get(`${address}/t2`, () => HttpResponse.json({ message: 'x' }, { status: 400 })));
    await renderApp('/transactions/t2', createAccount());
    const retry = await screen.findByRole('button', { name: 'Try again' });
    answerDetails();
    await userEvent.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Registration renewed' })).toBeVisible();
  });
});

describe('the CSV file', () => {
  const headers = {
    'Content-Type': 'text/csv',
    'Content-Disposition': 'attachment; filename="transactions-2026-11-21.csv"',
  };

  it('follows the filters, uses the file name of the reply, and offers the next part', async () => {
    answerWith({ items: createTransactions(1) });
    await renderApp('/transactions?status=completed', createAccount());
    await findRows();
    const accepted: (string | null)[] = [];
    server.use(
      http.get(address, ({ request }) => {
        accepted.push(request.headers.get('accept'));
        asked.push(new URL(request.url).searchParams);
        const next = `<${address}?status=completed&nextToken=n%2B1>; rel="next"`;
        return new HttpResponse('Date\r\n', {
          headers: { ...headers, ...(accepted.length === 1 && { Link: next }) },
        });
      }),
    );
    const saved: { name: string; blob: Blob }[] = [];
    let blob: Blob | undefined;
    URL.createObjectURL = (object) => {
      blob = object as Blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (blob) saved.push({ name: this.download, blob });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Download (CSV)' }));
    expect(
      await screen.findByText('The file transactions-2026-11-21.csv is in your downloads.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Download the next part' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[0]?.name).toBe('transactions-2026-11-21.csv');
    expect(saved[0]?.blob.size).toBe('Date\r\n'.length + 3);
    expect(accepted).toEqual(['text/csv', 'text/csv']);
    expect(Object.fromEntries(asked[1] ?? [])).toEqual({ status: 'completed' });
    expect(Object.fromEntries(asked[2] ?? [])).toEqual({ status: 'completed', nextToken: 'n+1' });
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Download the next part' })).not.toBeInTheDocument(),
    );
  });

  it('reports a failed download', async () => {
    answerWith({ items: createTransactions(1) });
    await renderApp('/transactions', createAccount());
    await findRows();
    server.use(
      http.get(address, () => HttpResponse.json({ code: 'x', message: 'Not now.' }, { status: 409 })),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download (CSV)' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
  });
});
