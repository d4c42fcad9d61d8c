import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

type Summary = components['schemas']['SummaryReply'];

const address = `${origin}/api/transactions`;
const transaction = {
  id: 't1',
  occurredOn: '2026-10-30',
  agencyId: 'adot-mvd',
  agencyName: 'ADOT Motor Vehicle Division',
  agencyServiceId: 'adot-mvd-vehicle',
  serviceName: 'Vehicles and registration',
  type: 'payment',
  status: 'completed',
  description: 'October bill',
  referenceNumber: null,
  amount: { amount: '12.00', currency: 'USD' },
  convenienceFee: null,
  method: null,
  period: null,
  receiptUrl: null,
  updatedAt: '2026-10-30T00:00:00Z',
};

const monthNames = Array.from({ length: 12 }, (_, place) =>
  place === 0 ? '2025-12' : `2026-${String(place).padStart(2, '0')}`,
);
const createSummary = (paid: Record<string, string>, completeFrom: string | null = null): Summary => ({
  months: monthNames.map((month) => ({
    month,
    paid: { amount: paid[month] ?? '0.00', currency: 'USD' },
    count: month in paid ? 1 : 0,
  })),
  completeFrom,
});

let asked: string[];
function answerWith(reply: Summary) {
  asked = [];
  server.use(
    http.get(`${address}/summary`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(reply);
    }),
  );
}

const findSums = async () => screen.findByRole('region', { name: 'Paid in the last 12 months' });
const listHeights = (region: HTMLElement) =>
  [...region.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));

beforeEach(() => {
  server.use(
    http.get(address, () => HttpResponse.json({ items: [transaction], nextToken: null, scannedUntil: null })),
  );
});

describe('the spending sums', () => {
  it('cover 12 months and the year, exact to the cent', async () => {
    answerWith(createSummary({ '2025-12': '0.10', '2026-01': '0.20', '2026-11': '1000.10' }));
    await renderApp('/transactions', createAccount());
    const region = await findSums();
    expect(region).toHaveTextContent('$1,000.40');
    expect(region).toHaveTextContent('In 2026: $1,000.30');
    expect(region).toHaveTextContent('Highest: $1,000.10 in November 2026');
    expect(listHeights(region)).toEqual([2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100]);
    await userEvent.click(within(region).getByText('Amounts by month'));
    const rows = within(region).getAllByRole('row');
    expect(rows).toHaveLength(13);
    expect(rows[12]).toHaveTextContent('November 2026$1,000.10');
  });

  it('are zero without payments', async () => {
    answerWith(createSummary({ '2026-03': '0.00' }));
    await renderApp('/transactions', createAccount());
    const region = await findSums();
    expect(region).toHaveTextContent('In 2026: $0.00');
    expect(region).not.toHaveTextContent('Highest');
    expect(new Set(listHeights(region))).toEqual(new Set([0]));
  });

  it('follow the filters and mention them', async () => {
    answerWith(createSummary({ '2026-11': '12.00' }));
    await renderApp('/transactions?type=payment&status=completed&from=2026-01-01&text=bill', createAccount());
    expect(await findSums()).toHaveTextContent('Only what matches your filters.');
    expect(asked).toEqual(['?type=payment&from=2026-01-01&text=bill']);
  });

  it('show their first day if the history is very long', async () => {
    answerWith(createSummary({ '2026-11': '12.00' }, '2026-06-02'));
    await renderApp('/transactions', createAccount());
    expect(await findSums()).toHaveTextContent('These sums start on June 2, 2026.');
  });

  it('are hidden for transactions that are not completed', async () => {
    answerWith(createSummary({}));
    await renderApp('/transactions?status=refunded', createAccount());
    await screen.findByRole('row', { name: /October bill/ });
    expect(screen.queryByRole('region', { name: /^Paid/ })).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  it('leave the list in place when they fail, and can be retried', async () => {
    server.use(
      http.get(`${address}/summary`, () =>
        HttpResponse.json({ code: 'x', message: 'Not now.', requestId: 'r1' }, { status: 400 }),
      ),
    );
    await renderApp('/transactions', createAccount());
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(screen.getByRole('row', { name: /October bill/ })).toBeVisible();
    answerWith(createSummary({ '2026-11': '12.00' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await findSums()).toHaveTextContent('$12.00'));
  });
});
