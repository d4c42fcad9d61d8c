import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

type Schemas = components['schemas'];
type Comparison = Schemas['ComparisonReply'];

const page = '/businessapplications/plan/costestimator';
const address = `${origin}/api/businessapplications/startupcostestimate`;
const search =
  'agentCountyId=pima&businessCountyId=pima&categoryId=1&date=2026-11-21&entityType=llc&check=abc';

const line = (code: string, typical: number, changes: Partial<Schemas['LineReply']> = {}) => ({
  code,
  group: 'state-filing',
  label: `Cost ${code}`,
  agency: null,
  low: typical,
  typical,
  high: typical,
  cadence: 'once' as const,
  fallsDue: 'opening' as const,
  monthlyEquivalent: null,
  legalBasis: 'A.R.S. 29-3213',
  source: 'azcc.gov',
  sourceUrl: 'https://azcc.gov/fees',
  checkedOn: '2026-11-21',
  isGovernmentFee: true,
  status: 'confirmed' as const,
  isEditable: false,
  isOwnFigure: false,
  isOptional: false,
  note: null,
  ...changes,
});

const totals = (oneTime: number): Schemas['TotalsReply'] => ({
  oneTimeLow: oneTime,
  oneTimeTypical: oneTime,
  oneTimeHigh: oneTime,
  monthlyLow: 0,
  monthlyTypical: 0,
  monthlyHigh: 0,
  yearlyLow: 0,
  yearlyTypical: 0,
  yearlyHigh: 0,
  firstYearLow: oneTime,
  firstYearTypical: oneTime,
  firstYearHigh: oneTime,
  contingencyLow: 0,
  contingencyTypical: 0,
  contingencyHigh: 0,
  cashNeededLow: oneTime,
  cashNeededTypical: oneTime,
  cashNeededHigh: oneTime,
  stillNeededLow: 0,
  stillNeededTypical: 0,
  stillNeededHigh: 0,
});

const estimate = (link = `${page}?${search}`): Schemas['EstimateReply'] => ({
  asOf: '2026-11-21',
  newspaperCountyId: 'pima',
  lines: [line('acc-llc', 5000)],
  totals: totals(5000),
  assumptions: [],
  unknowns: [],
  trades: [],
  leavesOut: '',
  link,
});

const threeChanges: Comparison = {
  changes: [
    {
      code: 'acc-llc',
      kind: 'changed',
      cause: 'fees',
      before: line('acc-llc', 5000),
      after: line('acc-llc', 6050, { checkedOn: '2026-12-01', source: 'A new source' }),
    },
    { code: 'tpt', kind: 'added', cause: 'answers', before: null, after: line('tpt', 1200) },
    { code: 'roc', kind: 'removed', cause: 'answers', before: line('roc', 20000), after: null },
  ],
  before: totals(25000),
  after: totals(7250),
};
const nothing: Comparison = { changes: [], before: totals(5000), after: totals(5000) };

let compared: Schemas['CompareRequest'][];

function answerComparisonWith(answer: () => Response) {
  server.use(
    http.post(`${address}/changes`, async ({ request }) => {
      compared.push((await request.json()) as Schemas['CompareRequest']);
      return answer();
    }),
  );
}

beforeEach(() => {
  compared = [];
  answerComparisonWith(() => HttpResponse.json(threeChanges));
  const list = (items: object[]) => HttpResponse.json({ asOf: '', source: '', credit: '', items });
  server.use(
    http.get(address, () => HttpResponse.json(estimate())),
    http.post(address, () =>
      HttpResponse.json(estimate(`${page}?${search.replace('llc', 'pllc')}&employees=0`)),
    ),
    http.get(`${origin}/api/lookups/counties`, () => list([{ id: 'pima', name: 'Pima' }])),
    http.get(`${origin}/api/lookups/municipalities`, () => list([])),
    http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () =>
      list([{ id: '1', name: 'Accounting', appliesTo: 'business', naicsSector: '54' }]),
    ),
  );
});

const compare = async () => {
  await renderApp(`${page}?${search}`, createAccount());
  await screen.findByRole('heading', { level: 2, name: 'Your estimate' });
  expect(screen.queryByText('See what changed')).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Change your answers'));
  await userEvent.selectOptions(screen.getByLabelText('What is the business structure?'), 'pllc');
  await userEvent.click(screen.getByRole('button', { name: 'Update the estimate' }));
  await userEvent.click(await screen.findByText('See what changed'));
};

describe('changed answers', () => {
  it('are compared with the earlier ones line by line, with the difference and the reason', async () => {
    await compare();
    const lines = await screen.findByRole('table', { name: 'What changed, line by line' });
    expect(compared).toHaveLength(1);
    expect(compared[0]?.before).toMatchObject({ entityType: 'llc', date: '2026-11-21' });
    expect(compared[0]?.after).toMatchObject({ entityType: 'pllc', date: '2026-11-21' });
    const rows = within(lines).getAllByRole('row').slice(1);
    const cells = rows.map((row) => within(row).getAllByRole('cell'));
    expect(rows[0]).toHaveTextContent('Cost acc-llc Changed');
    expect(cells[0]?.map((cell) => cell.textContent)).toEqual([
      expect.stringContaining('$50'),
      expect.stringContaining('$60.50'),
      expect.stringContaining('+$10.50'),
      expect.stringMatching(/The fee itself changed.*A new source.*As of December 1, 2026/),
    ]);
    expect(rows[1]).toHaveTextContent(
      /Cost tpt Added.*Not included.*\$12.*\+\$12.*Your answers are different/,
    );
    expect(rows[2]).toHaveTextContent(/Cost roc Removed.*\$200.*Not included.*-\$200/);
    expect(
      within(lines)
        .getAllByRole('columnheader')
        .map((heading) => heading.textContent),
    ).toEqual(['Cost', 'Before', 'Now', 'Difference', 'Reason']);

    const sums = screen.getByRole('table', { name: 'The totals, before and after' });
    expect(within(sums).getAllByRole('row')[1]).toHaveTextContent(/To open.*\$250.*\$72\.50.*-\$177\.50/);
    expect(within(sums).getAllByRole('row')[2]).toHaveTextContent(/Each month.*None/);
  });

  it('can have changed nothing, and are compared again after a failure', async () => {
    let isDown = true;
    answerComparisonWith(() => (isDown ? HttpResponse.error() : HttpResponse.json(nothing)));
    await compare();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await userEvent.click(retry);
    expect(await screen.findByText('Nothing changed. Every line and total is the same.')).toBeVisible();
    expect(screen.queryByRole('table', { name: /before and after/ })).not.toBeInTheDocument();
  });
});
