import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import * as settled from '@/lib/useSettled';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

// The running estimate waits for a pause in typing; tests decide when the pause is over.
const pause = { isOver: false };

beforeEach(() => {
  vi.spyOn(settled, 'useSettledValue').mockImplementation((value) => (pause.isOver ? value : null));
});

type Schemas = components['schemas'];
type Line = Schemas['LineReply'];
type Estimate = Schemas['EstimateReply'];

const page = '/businessapplications/plan/costestimator';
const address = `${origin}/api/businessapplications/startupcostestimate`;

const line = (code: string, changes: Partial<Line> = {}): Line => ({
  code,
  group: 'state-filing',
  label: `Cost ${code}`,
  agency: 'Corporation Commission',
  low: 5000,
  typical: 5000,
  high: 5000,
  cadence: 'once',
  fallsDue: 'opening',
  monthlyEquivalent: null,
  legalBasis: 'A.R.S. 29-3213',
  source: 'azcc.gov',
  sourceUrl: 'https://azcc.gov/fees',
  checkedOn: '2026-11-21',
  isGovernmentFee: true,
  status: 'confirmed',
  isEditable: false,
  isOwnFigure: false,
  isOptional: false,
  note: null,
  ...changes,
});

const range = (name: string, low: number, typical: number, high: number) => ({
  [`${name}Low`]: low,
  [`${name}Typical`]: typical,
  [`${name}High`]: high,
});

const insurance = line('gl', {
  group: 'insurance',
  label: 'Liability insurance',
  agency: null,
  low: 2800,
  typical: 5000,
  high: 8000,
  cadence: 'monthly',
  fallsDue: 'monthly',
  legalBasis: null,
  source: 'Market estimate of this portal',
  sourceUrl: null,
  isGovernmentFee: false,
  status: 'market',
  isEditable: true,
  isOptional: true,
});
const rent = line('rent', {
  group: 'premises',
  label: 'Rent',
  low: null,
  typical: null,
  high: null,
  cadence: 'monthly',
  fallsDue: 'monthly',
  source: 'Your own amount',
  sourceUrl: null,
  checkedOn: null,
  isGovernmentFee: false,
  status: 'own',
  isEditable: true,
});

const search =
  'agentCountyId=pima&businessCountyId=pima&categoryId=1&date=2026-11-21&entityType=llc&check=abc';

const estimate = (changes: Partial<Estimate> = {}): Estimate => ({
  asOf: '2026-11-21',
  newspaperCountyId: 'pima',
  lines: [line('acc-llc', { label: 'Articles of organization' }), insurance, rent],
  totals: {
    ...range('oneTime', 5000, 5000, 5000),
    ...range('monthly', 2800, 5000, 8000),
    ...range('yearly', 0, 0, 0),
    ...range('firstYear', 38600, 65000, 101000),
    ...range('contingency', 1400, 2000, 2900),
    ...range('cashNeeded', 14800, 22000, 31900),
    ...range('stillNeeded', 14800, 22000, 31900),
  } as Estimate['totals'],
  assumptions: [{ code: 'rounding', text: 'Estimates are rounded up.' }],
  unknowns: [{ code: 'otherLicences', text: 'Your trade may need other licences.' }],
  trades: [],
  leavesOut: 'This total leaves out licenses of your trade. Ask: your county.',
  link: `${page}?${search}`,
  ...changes,
});

const refusal = (propertyName: string, message: string) =>
  HttpResponse.json([{ applicationSection: 'startupcosts', propertyName, validationErrors: [message] }], {
    status: 400,
  });

let posted: Schemas['EstimateRequest'][];
let asked: URLSearchParams[];

function answerWith(...answers: Estimate[]) {
  const next = () => HttpResponse.json(answers[Math.min(posted.length + asked.length, answers.length) - 1]);
  server.use(
    http.post(address, async ({ request }) => {
      posted.push((await request.json()) as Schemas['EstimateRequest']);
      return next();
    }),
    http.get(address, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return next();
    }),
  );
}

beforeEach(() => {
  pause.isOver = false;
  posted = [];
  asked = [];
  answerWith(estimate());
  const sourced = { asOf: '2026-11-21', source: '', credit: '', confidence: 'general' };
  server.use(
    http.get(`${origin}/api/lookups/counties`, () =>
      HttpResponse.json({
        ...sourced,
        items: [
          { id: 'maricopa', name: 'Maricopa', fips: '04013' },
          { id: 'pima', name: 'Pima', fips: '04019' },
        ],
      }),
    ),
    // For the plan page alone.
    http.get(`${origin}/api/lookups/municipalities`, () => HttpResponse.json({ ...sourced, items: [] })),
    http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () =>
      HttpResponse.json({
        ...sourced,
        items: [
          { id: '1', name: 'Accounting', appliesTo: 'business', naicsSector: '54' },
          { id: '11', name: 'Construction', appliesTo: 'business', naicsSector: '23' },
        ],
      }),
    ),
  );
});

/** Opens the page as somebody of their own: what visitors have read stays for the next one. */
const open = (path: string) => renderApp(path, createAccount());

const title = (name = 'Estimate your startup costs') => screen.findByRole('heading', { level: 1, name });
const result = () => screen.findByRole('heading', { level: 2, name: 'Your estimate' });
const choose = async (label: RegExp | string, option: string) => {
  await screen.findAllByRole('option', { name: option });
  await userEvent.selectOptions(screen.getByLabelText(label), option);
};

const groups = () => [...document.querySelectorAll<HTMLElement>('.cost-due')];
const row = (label: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('.cost-row')];
  return found.find(({ textContent }) => textContent.startsWith(label)) ?? expect.fail(`no line ${label}`);
};

async function answerTheFewQuestions() {
  await title();
  await choose('What is the business structure?', 'Limited liability company (LLC)');
  await choose('What does it do?', 'Accounting');
  await choose('County of the business', 'Pima');
  await choose('County of the statutory agent', 'Pima');
}

describe('the form', () => {
  it('leads a visitor to an estimate, and the address carries the answers', async () => {
    await renderApp(page);
    await answerTheFewQuestions();
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    await waitFor(async () => expect(await result()).toHaveFocus());
    expect(window.location.pathname + window.location.search).toBe(`${page}?${search}`);
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({
      entityType: 'llc',
      categoryId: '1',
      businessCountyId: 'pima',
      agentCountyId: 'pima',
      inMunicipality: false,
      expedite: 'none',
      date: null,
    });
    // The answer is at hand: it is not asked for again.
    expect(asked).toHaveLength(0);
  });

  it('lists all missing answers and sends no request', async () => {
    await open(page);
    await title();
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Choose the business structure',
      'Choose what the business does',
      'Choose the county of the business',
    ]);
    expect(posted).toHaveLength(0);
  });

  it('shows the cost to open while the answers change', async () => {
    pause.isOver = true;
    await open(page);
    expect(await screen.findByText('Your costs to open appear here as you answer.')).toBeInTheDocument();
    await answerTheFewQuestions();
    const running = screen.getByRole('complementary', { name: 'Costs to open' });
    await within(running).findByText('Articles of organization');
    expect(running).toHaveTextContent('To open, you must pay$50');
    await userEvent.click(screen.getByLabelText('I serve food'));
    await waitFor(() => expect(posted.at(-1)).toMatchObject({ servesFood: true }));
    await userEvent.clear(screen.getByLabelText(/Employees in the first year/));
    expect(running).toHaveTextContent('Your costs to open appear here as you answer.');
  });

  it('shows no cost of earlier answers when the portal cannot be reached', async () => {
    pause.isOver = true;
    await open(page);
    await answerTheFewQuestions();
    const running = screen.getByRole('complementary');
    await within(running).findByText('Articles of organization');
    server.use(http.post(address, () => HttpResponse.error()));
    await userEvent.click(screen.getByLabelText('I serve food'));
    await waitFor(() => expect(running).toBeEmptyDOMElement());
  });

  it('asks only what belongs to the answers so far', async () => {
    await open(page);
    await title();
    expect(screen.queryByLabelText('County of the statutory agent')).not.toBeInTheDocument();
    await choose('What is the business structure?', 'Sole proprietor');
    expect(screen.queryByLabelText('County of the statutory agent')).not.toBeInTheDocument();
    expect(screen.queryByLabelText(/Class of contractor/)).not.toBeInTheDocument();
    await choose('What does it do?', 'Construction');
    expect(screen.getByLabelText(/Class of contractor/)).toBeVisible();
    expect(screen.queryByLabelText(/Average monthly wage/)).not.toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Employees in the first year'));
    await userEvent.type(screen.getByLabelText('Employees in the first year'), '2');
    expect(screen.queryByLabelText(/Average monthly wage/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText('Include wages'));
    expect(screen.getByLabelText(/Average monthly wage/)).toBeVisible();
    expect(screen.queryByLabelText('Locations where you sell')).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText('I sell taxable goods or services'));
    expect(screen.getByLabelText('Locations where you sell')).toHaveValue('1');
  });

  it('asks for the wage only when wages are to count', async () => {
    await open(page);
    await answerTheFewQuestions();
    const employees = screen.getByLabelText('Employees in the first year');
    await userEvent.clear(employees);
    await userEvent.type(employees, '2');
    await userEvent.click(screen.getByLabelText('Include wages'));
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    expect(await screen.findByRole('link', { name: /Enter the average monthly wage/ })).toBeVisible();
    expect(posted).toHaveLength(0);
    await userEvent.click(screen.getByLabelText('Include wages'));
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    await waitFor(() => expect(posted[0]).toMatchObject({ employees: 2, averageMonthlyWage: 0 }));
  });

  it('asks whether the business is in a city or town, and not in which', async () => {
    await open(page);
    await answerTheFewQuestions();
    expect(screen.queryByRole('option', { name: 'Tucson' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByLabelText('The business is inside a city or town'));
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    await waitFor(() => expect(posted[0]).toMatchObject({ inMunicipality: true, municipalityId: null }));
  });

  it('opens the hidden answers when the portal refuses one of them', async () => {
    server.use(http.post(address, () => refusal('date', 'No fees are known before 2026-11-01.')));
    await open(page);
    await answerTheFewQuestions();
    const date = screen.getByLabelText(/Date of the fees/);
    expect(date.closest('details')).not.toHaveAttribute('open');
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    expect(await screen.findByRole('link', { name: /No fees are known/ })).toBeVisible();
    expect(date.closest('details')).toHaveAttribute('open');
    expect(date).toHaveAccessibleDescription(/No fees are known/);
  });

  it('says so when the portal is out of reach, and keeps what was answered', async () => {
    server.use(http.post(address, () => HttpResponse.error()));
    await open(page);
    await answerTheFewQuestions();
    await userEvent.click(screen.getByRole('button', { name: 'Show my estimate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/could not reach the portal/);
    expect(screen.getByLabelText('What does it do?')).toHaveValue('1');
  });

  it('loads its lists again after a failure', async () => {
    server.use(
      http.get(`${origin}/api/lookups/counties`, () => new HttpResponse(null, { status: 404 }), {
        once: true,
      }),
    );
    await open(page);
    await title();
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await choose('County of the business', 'Pima');
    expect(screen.queryByText('We could not load this')).not.toBeInTheDocument();
  });
});

describe('an estimate', () => {
  it('opens from its link: lines by when they fall due, each with its source, and what is not known', async () => {
    await renderApp(`${page}?${search}&employees=0&utm_source=mail`);
    await result();
    expect(Object.fromEntries(asked[0] ?? [])).toEqual({
      ...Object.fromEntries(new URLSearchParams(search)),
      employees: '0',
    });
    expect(posted).toHaveLength(0);
    const [opening, monthly] = groups();
    expect(groups()).toHaveLength(2);
    expect(opening).toHaveAttribute('open');
    expect(monthly).not.toHaveAttribute('open');
    const fee = row('Articles of organization');
    expect(opening).toContainElement(fee);
    expect(fee).toHaveTextContent('$50');
    expect(fee).toHaveTextContent('A.R.S. 29-3213');
    expect(fee).toHaveTextContent('As of November 21, 2026');
    expect(within(fee).getByText(/azcc.gov/)).toHaveAttribute('href', 'https://azcc.gov/fees');
    expect(within(fee).getByRole('group')).not.toHaveAttribute('open');
    const estimated = row('Liability insurance');
    expect(monthly).toContainElement(estimated);
    expect(estimated).toHaveTextContent('$28 to $80');
    expect(estimated).toHaveTextContent('Typical: $50');
    expect(estimated).toHaveTextContent('You can open without it.');
    expect(estimated).toHaveTextContent('Market estimate of this portal');
    expect(estimated).not.toHaveTextContent('As of');
    expect(screen.getByText('1 cost that only you know')).toBeInTheDocument();
    expect(screen.getByText('Estimates are rounded up.').closest('details')).not.toHaveAttribute('open');
    expect(screen.getByText('Your trade may need other licences.')).toBeInTheDocument();
    expect(screen.getByText(/Uses the fees for November 21, 2026/)).toBeVisible();
  });

  const none = { low: null, typical: null, high: null };
  const unsure: Partial<Line>[] = [
    { label: 'Articles', low: 6000, typical: 6000, high: 6000, status: 'notConfirmed' },
    { label: 'Federal number', low: 0, typical: 0, high: 0, status: 'free' },
    { label: 'County permit', ...none, status: 'unknown', source: 'Ask your county', sourceUrl: null },
    { label: 'Payroll tax', fallsDue: 'monthly', ...none },
    { label: 'Newspaper', low: 3000, high: 30000, isGovernmentFee: false, status: 'market' },
  ];

  it('marks an unconfirmed fee, and says whom to ask about an unknown one', async () => {
    const [articles, ...others] = unsure.map((changes, index) => line(`line-${index}`, changes));
    const unconfirmed = { sourceUrl: null, source: 'Not confirmed: ask the Commission' };
    answerWith(estimate({ lines: [{ ...line('x'), ...articles, ...unconfirmed }, ...others] }));
    await open(`${page}?${search}`);
    await result();
    expect(row('Articles')).toHaveTextContent('$60not confirmed');
    expect(row('Articles')).toHaveTextContent('Not confirmed: ask the Commission');
    expect(row('Articles')).not.toHaveTextContent('As of');
    expect(row('Federal number')).toHaveTextContent('Free');
    expect(row('County permit')).toHaveTextContent(
      'AskOnceCorporation CommissionA.R.S. 29-3213Ask your county',
    );
    expect(row('Payroll tax')).toHaveTextContent('Depends on wages');
  });

  it('counts only confirmed fees as what must be paid, and lists the rest apart', async () => {
    const lines = unsure.map((changes, index) => line(`line-${index}`, changes));
    answerWith(estimate({ lines: [line('acc-llc', { label: 'Filing' }), ...lines] }));
    await open(`${page}?${search}`);
    await result();
    const opening = screen.getByRole('heading', { level: 3, name: 'To open, you must pay' }).closest('.card');
    expect(opening).toHaveTextContent(
      'To open, you must pay$50Filing $50Fees that are not confirmedArticles $60' +
        'Fees to ask aboutCounty permitOther costs to plan forNewspaper $30 to $300' +
        'This total leaves out licenses of your trade. Ask: your county.',
    );
  });

  it('lists the licenses of the trade, with an amount only if it is confirmed', async () => {
    const license = {
      name: 'Food permit',
      agency: 'Your county',
      amount: null,
      link: null,
      checkedOn: null,
      note: null,
    };
    const tax = { ...license, name: 'Tax license', agency: 'Revenue', amount: 1200 };
    const seen = { link: 'https://azdor.gov/license', checkedOn: '2026-11-28' };
    answerWith(
      estimate({ trades: [{ id: 'food', name: 'Food truck', licenses: [license, { ...tax, ...seen }] }] }),
    );
    await open(`${page}?${search}`);
    await result();
    const trade = screen.getByText('Food truck').closest('details');
    expect(trade).toHaveAttribute('open');
    expect(trade).toHaveTextContent('Food permit Ask for the fee: Your countyTax license $12Revenue');
    expect(within(trade as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      'https://azdor.gov/license',
    );
    expect(trade).toHaveTextContent('as of November 28, 2026');
  });

  it('counts a yearly license paid before opening as a cost to open', async () => {
    const seventy = { low: 70000, typical: 70000, high: 70000 };
    const permit = line('food', { label: 'Food permit', ...seventy, cadence: 'yearly' });
    const report = line('annual', { label: 'Annual report', cadence: 'yearly', fallsDue: 'yearly' });
    answerWith(estimate({ lines: [permit, report] }));
    await open(`${page}?${search}`);
    await result();
    expect(row('Food permit')).toHaveTextContent('first due before you open');
    expect(row('Annual report')).not.toHaveTextContent('before you open');
  });

  it('leads with what must be paid to open, then the totals and an accessible chart', async () => {
    await open(`${page}?${search}`);
    await result();
    const opening = screen.getByRole('heading', { level: 3, name: 'To open, you must pay' }).closest('.card');
    expect(opening).toHaveTextContent(
      'To open, you must pay$50Articles of organization $50This total leaves out',
    );
    const totals = screen.getByText('The first year', { selector: '.cost-total__name *' }).closest('li');
    expect(totals).toHaveTextContent('$386 to $1,010');
    expect(screen.getByText('Cash you need for 3 months, with a reserve')).toBeVisible();
    expect(screen.queryByText('Money you still need')).not.toBeInTheDocument();
    const bars = within(screen.getByRole('figure')).getAllByRole('listitem');
    expect(bars.map((bar) => bar.textContent)).toEqual(['Insurance $600', 'Government fees $50']);
  });

  it('shows the money still needed when funding is given', async () => {
    await open(`${page}?${search}&funding=1000&monthsOfCash=0`);
    await result();
    expect(screen.getByText('Money you still need')).toBeVisible();
    expect(screen.getByText('Cash you need, with a reserve')).toBeVisible();
  });

  it('uses the person’s own figures, and drops those that are removed', async () => {
    await open(`${page}?${search}&figures=gl:4000`);
    await result();
    const own = screen.getByLabelText('Liability insurance');
    expect(own).toHaveValue('40');
    await userEvent.clear(own);
    await userEvent.type(screen.getByLabelText('Rent'), '1,250.50');
    answerWith(estimate({ link: `${page}?${search.replace('abc', 'def')}` }));
    await userEvent.click(screen.getByRole('button', { name: 'Update the totals' }));
    await waitFor(() => expect(window.location.search).toContain('check=def'));
    expect(posted[0]).toMatchObject({ figures: { rent: 125050 }, date: '2026-11-21', categoryId: '1' });
  });

  it('refuses a figure that is no amount', async () => {
    await open(`${page}?${search}`);
    await result();
    const own = screen.getByLabelText('Rent');
    await userEvent.type(own, 'much');
    await userEvent.click(screen.getByRole('button', { name: 'Update the totals' }));
    await userEvent.click(await screen.findByRole('link', { name: /such as 1500: Rent/ }));
    expect(own).toHaveFocus();
    expect(own).toBeInvalid();
    expect(posted).toHaveLength(0);
  });

  it('shows why the portal refuses a figure', async () => {
    await open(`${page}?${search}`);
    await result();
    server.use(http.post(address, () => refusal('figures.rent', 'This line takes no figure of your own.')));
    await userEvent.type(screen.getByLabelText('Rent'), '5');
    await userEvent.click(screen.getByRole('button', { name: 'Update the totals' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This line takes no figure of your own.');
  });

  it('is updated by changed answers, prefilled from the link', async () => {
    await open(`${page}?${search}`);
    await result();
    await screen.findAllByRole('option', { name: 'Accounting' });
    expect(screen.getByLabelText('What does it do?')).toHaveValue('1');
    expect(screen.getByLabelText('County of the statutory agent')).toHaveValue('pima');
    await userEvent.click(screen.getByText('Change your answers'));
    await userEvent.click(screen.getByLabelText('I serve food'));
    await userEvent.click(screen.getByRole('button', { name: 'Update the estimate' }));
    await waitFor(() => expect(posted[0]).toMatchObject({ servesFood: true, categoryId: '1' }));
  });

  it('shows that it is loading', async () => {
    server.use(http.get(address, () => delay('infinite')));
    await open(`${page}?${search}`);
    await title();
    expect(await screen.findByText('Loading…')).toBeInTheDocument();
  });

  it('can be requested again after a failure', async () => {
    server.use(http.get(address, () => new HttpResponse(null, { status: 404 }), { once: true }));
    await open(`${page}?${search}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await result();
  });
});

describe('a link that was changed', () => {
  it('shows an error and a way to start over', async () => {
    server.use(http.get(address, () => refusal('check', 'This link is not as it was made.')));
    await open(`${page}?${search}`);
    expect(await screen.findByText('This link is not as it was made.')).toBeVisible();
    expect(screen.queryByText('Your estimate')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Start a new estimate' }));
    expect(await screen.findByRole('button', { name: 'Show my estimate' })).toBeVisible();
    expect(window.location.search).toBe('');
  });
});

describe('a link with an answer that is not one of ours', () => {
  it('names the question in words, and shows no code', async () => {
    server.use(http.get(address, () => refusal('entityType', "Choose one of: 'soleProprietor', 'llc'.")));
    await open(`${page}?${search}`);
    expect(
      await screen.findByText('The link has no valid answer to “What is the business structure?”.'),
    ).toBeVisible();
    expect(screen.queryByText(/soleProprietor/)).not.toBeInTheDocument();
  });

  it('says of an unknown part that it is not known', async () => {
    server.use(http.get(address, () => refusal('other', "'x' is not allowed.")));
    await open(`${page}?${search}`);
    expect(await screen.findByText('Part of this link is not valid here.')).toBeVisible();
  });
});

describe('exporting the estimate', () => {
  it('copies the link', async () => {
    await open(`${page}?${search}`);
    await result();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    await waitFor(() => expect(screen.getByText(/Link copied/)).toBeVisible());
    expect(await navigator.clipboard.readText()).toBe(`${origin}${page}?${search}`);
  });

  it('says what to do when the browser refuses to copy', async () => {
    await open(`${page}?${search}`);
    await result();
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(await screen.findByText(/Copy the address of this page instead/)).toBeVisible();
  });

  it('downloads the CSV file of the portal', async () => {
    await open(`${page}?${search}`);
    await result();
    const accepted: (string | null)[] = [];
    server.use(
      http.get(address, ({ request }) => {
        accepted.push(request.headers.get('accept'));
        return new HttpResponse('Code,What\n', {
          headers: {
            'Content-Type': 'text/csv',
            'Content-Disposition': 'attachment; filename="startup-costs-2026-11-21.csv"',
          },
        });
      }),
    );
    const saved = vi.fn();
    URL.createObjectURL = vi.fn((blob: Blob) => {
      saved(blob.type);
      return 'blob:file';
    });
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Download (CSV)' }));
    expect(await screen.findByText(/startup-costs-2026-11-21.csv is in your downloads/)).toBeVisible();
    expect(saved).toHaveBeenCalledWith('text/csv');
    expect(accepted).toEqual(['text/csv']);
  });

  it('says so when the download fails', async () => {
    await open(`${page}?${search}`);
    await result();
    server.use(http.get(address, () => new HttpResponse(null, { status: 404 })));
    await userEvent.click(screen.getByRole('button', { name: 'Download (CSV)' }));
    expect(await screen.findByText(/could not reach the portal|Something went wrong/)).toBeVisible();
  });

  it('prints', async () => {
    const print = vi.fn();
    window.print = print;
    await open(`${page}?${search}`);
    await result();
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });
});

describe('the page', () => {
  it('is described while it is shown', async () => {
    const description = document.createElement('meta');
    description.name = 'description';
    description.content = 'The portal';
    document.head.append(description);
    const { unmount } = await open(page);
    await title();
    await waitFor(() => expect(description.content).toMatch(/costs to start a business/));
    expect(document.title).toBe('Estimate your startup costs | Saguaro');
    unmount();
    expect(description.content).toBe('The portal');
    description.remove();
  });

  it('is one step from the plan page, which says where applications are filed', async () => {
    await renderApp('/businessapplications/plan');
    await title('Plan your business');
    expect(screen.getByText(/^File applications with agencies/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Estimate your costs' }));
    const heading = await title();
    await waitFor(() => expect(heading).toHaveFocus());
  });
});
