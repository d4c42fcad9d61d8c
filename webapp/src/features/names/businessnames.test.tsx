import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server, userDetails } from '@/testing/server';

type Schemas = components['schemas'];

const pages = '/businessapplications/plan';
const api = `${origin}/api/businessapplications/businessnames`;

const createFoundName = (
  id: string,
  name: string,
  changes: Partial<Schemas['FoundNameReply']> = {},
): Schemas['FoundNameReply'] => ({
  id,
  name,
  entityType: 'llc',
  status: 'active',
  city: 'Tucson',
  county: 'pima',
  formedOn: '2019-05-02',
  matched: 'beginning',
  ...changes,
});

const createAnswer = (
  items: Schemas['FoundNameReply'][],
  changes: Partial<Schemas['SearchReply']> = {},
): Schemas['SearchReply'] => ({
  items,
  total: items.length,
  isTotalFloor: false,
  asOf: '2026-11-21',
  hasReservations: true,
  nextToken: null,
  ...changes,
});

const reservationFee: NonNullable<Schemas['NameCheckReply']['reservationFee']> = {
  amount: 1000,
  status: 'confirmed',
  expedited: 3500,
  expeditedStatus: 'notConfirmed',
  agency: 'Corporation Commission',
  source: 'A.R.S. 29-3213(A)(9)',
  sourceUrl: 'https://www.azleg.gov/ars/29/03213.htm',
};

const createCheck = (changes: Partial<Schemas['NameCheckReply']> = {}): Schemas['NameCheckReply'] => ({
  name: 'The Desert & Co LLC',
  key: 'DESERTANDCO',
  verdict: 'available',
  reasons: [
    {
      code: 'notReserved',
      severity: 'tells',
      text: 'The name is available, and is not reserved yet.',
      source: null,
      word: '',
    },
    {
      code: 'noTrademarkRight',
      severity: 'tells',
      text: 'It gives no right.',
      source: 'azcc.gov/names',
      word: '',
    },
  ],
  words: [
    {
      written: 'The',
      outcome: 'ignored',
      counted: '',
      rules: [{ ruleId: 'ign-6', text: 'Articles are not compared.', source: 'azcc.gov/articles' }],
    },
    { written: 'Desert', outcome: 'kept', counted: 'DESERT', rules: [] },
    {
      written: '&',
      outcome: 'replaced',
      counted: 'AND',
      rules: [{ ruleId: 'ign-4', text: '& is the same as AND.', source: 'azcc.gov/and' }],
    },
  ],
  conflicts: [],
  uncertain: [],
  close: [],
  suggestions: [],
  asOf: '2026-11-21',
  hasReservations: true,
  reservationFee,
  ...changes,
});

const createReservation = (
  changes: Partial<Schemas['ReservationReply']> = {},
): Schemas['ReservationReply'] => ({
  id: 'r1',
  name: 'The Desert & Co LLC',
  key: 'DESERTANDCO',
  entityType: 'llc',
  status: 'active',
  reservedAt: '2026-11-21T10:00:00Z',
  expiresAt: '2027-03-21T10:00:00Z',
  givenUpAt: null,
  isRenewable: false,
  fee: reservationFee,
  ...changes,
});

const checkPage = `${pages}/decideyourname?name=The+Desert+%26+Co+LLC&entityType=llc`;
/** Builds a check of another name. Replies to visitors are cached by name. */
const buildCheckPage = (name: string) => `${pages}/decideyourname?name=${name}&entityType=llc`;

let searches: URLSearchParams[];
let requests: Request[];
let reservations: Schemas['ReservationReply'][];

function answerSearch(next: (search: URLSearchParams) => Response | Promise<Response>) {
  server.use(
    http.get(`${api}/search`, ({ request }) => {
      requests.push(request);
      const search = new URL(request.url).searchParams;
      searches.push(search);
      return next(search) as Promise<HttpResponse<null>>;
    }),
  );
}

function answerCheck(reply: Schemas['NameCheckReply']) {
  server.use(http.get(`${api}/searchreservation`, () => HttpResponse.json(reply)));
}

const refuse = (status: number, code: string, message: string) =>
  HttpResponse.json({ code, message, requestId: 'a1' }, { status });

beforeEach(() => {
  searches = [];
  requests = [];
  reservations = [];
  answerSearch(() => HttpResponse.json(createAnswer([createFoundName('1', 'Desert Bloom LLC')])));
  answerCheck(createCheck());
  server.use(
    http.get(`${api}/reservations`, () => HttpResponse.json({ items: reservations })),
    http.get(`${origin}/api/lookups/municipalities`, () =>
      HttpResponse.json({
        items: [
          { id: 'tucson', name: 'Tucson', kind: 'city', fips: '2', countyIds: ['pima'] },
          { id: 'ajo', name: 'Benson', kind: 'city', fips: '1', countyIds: ['cochise'] },
        ],
      }),
    ),
    http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () =>
      HttpResponse.json({ items: [] }),
    ),
  );
});

/** Refuses a call because of too many calls. */
const refuseTooMany = (seconds: string) =>
  HttpResponse.json(
    { code: 'tooManyRequests', message: 'Too many requests.', requestId: 'r1' },
    { status: 429, headers: { 'Retry-After': seconds } },
  );

describe('the page of a name', () => {
  const createCompany = (changes: Partial<Schemas['CompanyReply']> = {}): Schemas['CompanyReply'] => ({
    id: '1',
    name: 'Desert Bloom LLC',
    entityType: 'llc',
    status: 'active',
    city: 'Tucson',
    county: 'pima',
    formedOn: '2019-05-02',
    source: 'register',
    asOf: '2026-11-21',
    conflicts: [],
    uncertain: [],
    close: [{ id: '2', name: 'Desert Blooms LLC', status: 'dissolved' }],
    ...changes,
  });
  const asked: URL[] = [];
  const answerCompany = (reply: () => Response) =>
    server.use(
      http.get(`${api}/companies/:id`, ({ request }) => {
        asked.push(new URL(request.url));
        return reply() as HttpResponse<null>;
      }),
    );
  const buildPage = (id: string) => `${pages}/searchexisting/${id}?name=Desert+Bloom+LLC`;

  it('opens from the search, shows the register data, and links back to the search', async () => {
    answerCompany(() => HttpResponse.json(createCompany()));
    await renderApp(`${pages}/searchexisting?name=dese&status=active`);
    await userEvent.click(await screen.findByRole('link', { name: 'Desert Bloom LLC' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Desert Bloom LLC' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(asked.at(-1)?.pathname).toMatch(/\/companies\/1$/);
    expect(asked.at(-1)?.searchParams.get('name')).toBe('Desert Bloom LLC');
    const findFact = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;
    expect(await findFact('Status')).toBe('Active');
    expect(await findFact('Formed on')).toBe('May 2, 2019');
    await waitFor(async () => expect(await findFact('Place')).toBe('Tucson, Pima County'));
    expect(screen.getByText(/^As of November 21, 2026/)).toBeVisible();
    expect(document.title).toBe('Desert Bloom LLC | Saguaro');
    expect(screen.getByRole('link', { name: 'Desert Blooms LLC' })).toHaveAttribute(
      'href',
      `${pages}/searchexisting/2?name=Desert+Blooms+LLC`,
    );
    expect(screen.getByRole('link', { name: /^Arizona Business Center/ })).toHaveAttribute(
      'href',
      'https://arizonabusinesscenter.azcc.gov',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Back to the search' }));
    await waitFor(() => expect(window.location.search).toBe('?name=dese&status=active'));
  });

  it('shows that a name is only reserved and has no official record', async () => {
    answerCompany(() =>
      HttpResponse.json(
        createCompany({ status: 'reserved', source: 'portal', city: '', county: '', close: [] }),
      ),
    );
    await renderApp(buildPage('r1'));
    expect(await screen.findByText('Reserved in this portal.')).toBeVisible();
    expect(screen.getByText('Reserved on').nextElementSibling).toHaveTextContent('May 2, 2019');
    expect(screen.getByText(/There is no official record yet/)).toBeVisible();
    expect(screen.getByText(/No other name conflicts/)).toBeVisible();
    expect(screen.queryByText('Place')).not.toBeInTheDocument();
  });

  it('names the Secretary of State for a trade name, without a link', async () => {
    answerCompany(() => HttpResponse.json(createCompany({ entityType: 'tradeName', status: 'registered' })));
    await renderApp(buildPage('t1'));
    expect(await screen.findByText(/Ask the Secretary of State for it/)).toBeVisible();
    expect(screen.getByText('Registered on')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Arizona Business Center/ })).not.toBeInTheDocument();
  });

  it('reports an unknown name and links to the search for it', async () => {
    answerCompany(() => refuse(404, 'companyNotFound', 'No such name.'));
    await renderApp(buildPage('x1'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Name not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the search' })).toHaveAttribute(
      'href',
      `${pages}/searchexisting?name=Desert+Bloom+LLC`,
    );
  });
});

describe('the search of names', () => {
  const page = `${pages}/searchexisting`;

  it('shows results while typing, sends no tokens, and keeps the search in the address', async () => {
    await renderApp(page);
    await userEvent.type(await screen.findByLabelText('Name, or a part of it'), 'dese');
    const row = (await screen.findByText('Dese')).closest('li') as HTMLElement;
    expect(row).toHaveTextContent('Desert Bloom LLC');
    expect(within(row).getByText('Dese').tagName).toBe('MARK');
    expect(row).toHaveTextContent('Active');
    expect(row).toHaveTextContent('Tucson, Pima County');
    expect(screen.getByRole('heading', { name: '1 name' })).toBeInTheDocument();
    expect(screen.getByText(/As of November 21, 2026/)).toBeInTheDocument();
    expect(window.location.search).toBe('?name=dese');
    expect(searches.at(-1)?.get('name')).toBe('dese');
    expect(searches.length).toBeLessThan(4);
    expect(requests.every(({ headers }) => !headers.has('authorization'))).toBe(true);
  });

  it('shows the newest answer even if an older one arrives later, and cancels the older call', async () => {
    let release: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    answerSearch(async (search) => {
      const name = search.get('name') ?? '';
      if (name !== 'new') await late;
      return HttpResponse.json(createAnswer([createFoundName(name, `${name} answer`)]));
    });
    await renderApp(page);
    const field = await screen.findByLabelText('Name, or a part of it');
    await userEvent.type(field, 'old');
    await waitFor(() => expect(searches.at(-1)?.get('name')).toBe('old'));
    await userEvent.clear(field);
    await userEvent.type(field, 'new');
    expect((await screen.findByText('answer', { exact: false })).closest('bdi')).toHaveTextContent(
      'new answer',
    );
    expect(requests.find(({ url }) => url.includes('name=old'))?.signal.aborted).toBe(true);
    release();
    // The older reply arrives before the next search.
    await userEvent.type(field, 'er');
    await waitFor(() =>
      expect(screen.getByText('answer', { exact: false }).closest('bdi')).toHaveTextContent('newer answer'),
    );
    expect(screen.queryByText('old', { exact: false })).not.toBeInTheDocument();
  });

  it('searches in one city and keeps it in the address', async () => {
    await renderApp(`${page}?name=desert+sage&city=Tucson`);
    await screen.findByRole('heading', { name: '1 name' });
    expect(searches.at(-1)?.get('city')).toBe('Tucson');
    expect(screen.getByText(/Names that are only reserved have no city yet/)).toBeInTheDocument();
    const field = screen.getByLabelText(/City or town/);
    expect(field).toHaveValue('Tucson');
    await waitFor(() =>
      expect(
        within(field)
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['All cities and towns', 'Benson', 'Tucson']),
    );
    await userEvent.selectOptions(field, 'Benson');
    await waitFor(() => expect(searches.at(-1)?.get('city')).toBe('Benson'));
    expect(window.location.search).toContain('city=Benson');
    await userEvent.selectOptions(field, 'All cities and towns');
    await waitFor(() => expect(searches.at(-1)?.has('city')).toBe(false));
  });

  it('keeps a city from the address that is not in the list', async () => {
    await renderApp(`${page}?name=desert+rose&city=Atlantis`);
    await waitFor(() => expect(searches.at(-1)?.get('city')).toBe('Atlantis'));
    expect(screen.getByLabelText(/City or town/)).toHaveValue('Atlantis');
  });

  it('waits after too many searches, says so, and continues by itself', async () => {
    const refusedAt: number[] = [];
    answerSearch((search) => {
      if (refusedAt.length > 0)
        return HttpResponse.json(createAnswer([createFoundName('9', `${search.get('name')} LLC`)]));
      refusedAt.push(Date.now());
      return refuseTooMany('2');
    });
    await renderApp(page);
    const field = await screen.findByLabelText('Name, or a part of it');
    await userEvent.type(field, 'qua');
    expect(await screen.findByText('Too many searches at once')).toBeVisible();
    expect(screen.getByText(/\d seconds? left/)).toBeVisible();
    // Text typed during the pause is searched after it.
    await userEvent.type(field, 'il');
    expect(await screen.findByText('quail')).toBeVisible();
    expect(Date.now() - (refusedAt[0] ?? 0)).toBeGreaterThanOrEqual(1900);
    expect(searches.map((search) => search.get('name'))).toEqual([searches[0]?.get('name'), 'quail']);
    expect(screen.queryByText('Too many searches at once')).not.toBeInTheDocument();
  });

  it('keeps both of two filters that change before the next render', async () => {
    await renderApp(`${pages}/searchexisting?name=agave`);
    await userEvent.click(await screen.findByText('Narrow the search'));
    const [mode, type] = [
      await screen.findByLabelText(/Type of match/),
      screen.getByLabelText(/Entity type/),
    ];
    act(() => {
      fireEvent.change(mode, { target: { value: 'contains' } });
      fireEvent.change(type, { target: { value: 'corporation' } });
    });
    await waitFor(() => expect(type).toHaveValue('corporation'));
    expect(mode).toHaveValue('contains');
  });

  it('filters by the page address and by chosen values', async () => {
    await renderApp(`${page}?name=desert&status=dissolved&mode=contains&entityType=nonsense`);
    await screen.findByRole('heading', { name: '1 name' });
    expect(Object.fromEntries(searches.at(-1) ?? [])).toEqual({
      name: 'desert',
      status: 'dissolved',
      mode: 'contains',
    });
    await userEvent.selectOptions(screen.getByLabelText(/Entity type/), 'Nonprofit corporation');
    await waitFor(() => expect(searches.at(-1)?.get('entityType')).toBe('nonprofit'));
    expect(window.location.search).toContain('entityType=nonprofit');
  });

  it('reports that similar reserved names cannot be shown', async () => {
    answerCheck(createCheck({ hasReservations: false }));
    await renderApp(checkPage);
    expect(await screen.findByText(/we can’t show similar names that are only reserved/)).toBeVisible();
  });

  it('reports that reserved names cannot be read', async () => {
    answerSearch(() =>
      HttpResponse.json(createAnswer([createFoundName('1', 'Desert One LLC')], { hasReservations: false })),
    );
    await renderApp(`${page}?name=desert`);
    expect(await screen.findByText(/We can’t check newer reservations right now/)).toBeVisible();
    expect(screen.queryByText(/as soon as they are reserved/)).not.toBeInTheDocument();
  });

  it('loads more names and moves the focus to the first new one', async () => {
    answerSearch((search) =>
      HttpResponse.json(
        search.has('nextToken')
          ? createAnswer([createFoundName('2', 'Desert Two LLC')], { total: 1000, isTotalFloor: true })
          : createAnswer([createFoundName('1', 'Desert One LLC')], {
              total: 1000,
              isTotalFloor: true,
              nextToken: 'next',
            }),
      ),
    );
    await renderApp(`${page}?name=desert`);
    expect(await screen.findByRole('heading', { name: 'More than 1,000 names' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show more names' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Desert Two LLC'));
    expect(screen.getAllByText('Desert')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show more names' })).not.toBeInTheDocument();
  });

  it('reports that only the nearest names are shown', async () => {
    answerSearch(() =>
      HttpResponse.json(
        createAnswer([createFoundName('1', 'Desert One LLC'), createFoundName('2', 'Desert Two LLC')], {
          total: 2,
          isTotalFloor: true,
        }),
      ),
    );
    await renderApp(`${page}?name=dezert`);
    expect(await screen.findByRole('heading', { name: 'The 2 nearest names' })).toBeInTheDocument();
  });

  it('reports no match and links to the check', async () => {
    answerSearch(() => HttpResponse.json(createAnswer([])));
    await renderApp(`${page}?name=zzz`);
    expect(await screen.findByRole('heading', { name: 'No names found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Check this name' })).toHaveAttribute(
      'href',
      `${pages}/decideyourname?name=zzz`,
    );
  });

  it('shows the refusal of a search at its field', async () => {
    answerSearch(() =>
      HttpResponse.json(
        [
          {
            applicationSection: 'businessnames',
            propertyName: 'name',
            validationErrors: ['Type three letters or more.'],
          },
        ],
        { status: 400 },
      ),
    );
    await renderApp(`${page}?name=ab&mode=contains`);
    await screen.findByText('Type three letters or more.');
    expect(screen.getByLabelText('Name, or a part of it')).toHaveAccessibleDescription(
      'Type three letters or more.',
    );
  });

  it('reports a failed search and tries again', async () => {
    answerSearch(() => refuse(503, 'namesUnavailable', 'x'));
    await renderApp(`${page}?name=broken`);
    expect(await screen.findByText('We can’t search names right now')).toBeInTheDocument();
    answerSearch(() => HttpResponse.json(createAnswer([createFoundName('1', 'Desert Bloom LLC')])));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: '1 name' })).toBeInTheDocument();
  });
});

describe('the check of a name', () => {
  it('requires the name and the entity type, and keeps both in the page address', async () => {
    await renderApp(`${pages}/decideyourname`);
    await userEvent.click(await screen.findByRole('button', { name: 'Check this name' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter the name you want');
    await userEvent.type(screen.getByLabelText('Name'), 'The Desert & Co LLC');
    await userEvent.selectOptions(screen.getByLabelText('What will you use the name for?'), 'llc');
    await userEvent.click(screen.getByRole('button', { name: 'Check this name' }));
    const verdict = await screen.findByRole('heading', { name: 'Result for The Desert & Co LLC' });
    expect(verdict).toHaveFocus();
    expect(window.location.search).toBe('?name=The+Desert+%26+Co+LLC&entityType=llc');
    expect(screen.getByLabelText('Name')).toHaveValue('The Desert & Co LLC');
  });

  it('explains the verdict and each word with its source', async () => {
    await renderApp(checkPage);
    expect(await screen.findByText('This name is available')).toBeInTheDocument();
    expect(screen.getByText('It gives no right.').closest('li')).toHaveTextContent('Source: azcc.gov/names');
    expect(screen.getByText(/not reserved yet/).closest('li')).toHaveTextContent('Source: this portal');
    expect(screen.getByText('The').closest('li')).toHaveTextContent(
      'TheNot comparedArticles are not compared. Source: azcc.gov/articles',
    );
    expect(screen.getByText('&').closest('li')).toHaveTextContent('Compared as AND');
    expect(screen.getByRole('link', { name: /Estimate the costs/ })).toHaveAttribute(
      'href',
      `${pages}/costestimator?entityType=llc`,
    );
  });

  it('shows conflicts with their differences marked, and suggests other names', async () => {
    answerCheck(
      createCheck({
        verdict: 'unavailable',
        reasons: [
          { code: 'nameTaken', severity: 'blocks', text: 'It is taken.', source: 'azcc.gov/1', word: '' },
        ],
        conflicts: [{ id: 'c', name: 'Desert and Co LLC', status: 'active' }],
        close: [{ id: 'd', name: 'The Deserts & Co LLC', status: 'administrativelyDissolved' }],
        suggestions: ['Arizona Desert LLC'],
      }),
    );
    await renderApp(buildCheckPage('Against'));
    expect(await screen.findByText('This name isn’t available')).toBeInTheDocument();
    const against = screen.getByRole('heading', { name: 'Reasons' }).closest('section');
    expect(against).toHaveTextContent('It is taken. Source: azcc.gov/1');
    const close = screen.getByRole('heading', { name: 'Similar names' }).closest('section');
    expect(close?.querySelector('mark')).toHaveTextContent(/^s$/);
    expect(close).toHaveTextContent('Administratively dissolved');
    expect(screen.getByRole('link', { name: 'Arizona Desert LLC' })).toHaveAttribute(
      'href',
      `${pages}/decideyourname?name=Arizona+Desert+LLC&entityType=llc`,
    );
    expect(screen.queryByRole('button', { name: /Reserve/ })).not.toBeInTheDocument();
  });

  it('does not claim that no approval is needed if a word may need a license', async () => {
    const text = 'UNIVERSITY may need a license.';
    const word = {
      code: 'wordMayNeedLicence',
      severity: 'tells' as const,
      text,
      source: 'x',
      word: 'UNIVERSITY',
    };
    answerCheck(createCheck({ verdict: 'available', reasons: [word] }));
    await renderApp(buildCheckPage('University'));
    expect(await screen.findByText('Ask about a word in this name first')).toBeInTheDocument();
    expect(screen.queryByText('This name is available')).not.toBeInTheDocument();
  });

  it('shows names that may be the same and offers no reservation', async () => {
    answerCheck(
      createCheck({
        verdict: 'needsReview',
        uncertain: [{ id: 'p', name: 'Plan Desert LLC', status: 'reserved' }],
      }),
    );
    await renderApp(buildCheckPage('Perhaps'));
    expect(await screen.findByText('This name needs staff review')).toBeInTheDocument();
    const perhaps = screen.getByRole('heading', { name: 'Names that may be the same under the rules' });
    expect(perhaps.closest('section')).toHaveTextContent('Plan Desert LLC');
    expect(screen.queryByRole('button', { name: /reserve/i })).not.toBeInTheDocument();
  });

  it('shows the fee to a visitor, whose sign-in returns to the check', async () => {
    const { port } = await renderApp(checkPage);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to reserve it' }));
    expect(screen.queryByText('Your reserved names')).not.toBeInTheDocument();
    await waitFor(() => expect(port.signIn).toHaveBeenCalled());
    expect(localStorage.getItem('saguaro.returnUrl')).toBe(checkPage);
  });

  it('reports a failed check', async () => {
    server.use(http.get(`${api}/searchreservation`, () => refuse(503, 'namesUnavailable', 'x')));
    await renderApp(buildCheckPage('Broken'));
    expect(await screen.findByText('We can’t search names right now')).toBeInTheDocument();
  });
});

describe('a reservation', () => {
  const findReserveButton = () => screen.findByRole('button', { name: 'Reserve this name for 120 days' });
  const getDialog = () => within(screen.getByRole('dialog'));

  it('shows the fee first, then the end of the reservation', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(`${api}/reservations`, async ({ request }) => {
        bodies.push(await request.json());
        reservations = [createReservation()];
        return HttpResponse.json(reservations[0], { status: 201 });
      }),
    );
    await renderApp(checkPage, createAccount());
    await userEvent.click(await findReserveButton());
    const fee = getDialog()
      .getByText(/The state charges \$10/)
      .closest('p');
    expect(fee).toHaveTextContent(
      'The state charges $10 for it. Expedited handling costs $35 more, not confirmed.',
    );
    expect(fee).toHaveTextContent('Ask the Corporation Commission.');
    expect(fee).toHaveTextContent('Source: A.R.S. 29-3213(A)(9)');
    expect(bodies).toEqual([]);
    await userEvent.click(getDialog().getByRole('button', { name: 'Reserve the name' }));
    expect(await screen.findByText('You reserved this name')).toBeInTheDocument();
    expect(screen.getByText(/This portal holds it for you until March 21, 2027/)).toBeInTheDocument();
    expect(screen.queryByText(/not reserved yet/)).not.toBeInTheDocument();
    expect(bodies).toEqual([{ name: 'The Desert & Co LLC', entityType: 'llc' }]);
    expect(await screen.findByRole('list', { name: 'Your reserved names' })).toHaveTextContent(
      'until March 21, 2027',
    );
  });

  it('by another person is reported next to the button', async () => {
    server.use(
      http.post(`${api}/reservations`, () => refuse(409, 'nameReserved', 'Somebody else has reserved it.')),
    );
    await renderApp(checkPage, createAccount());
    await userEvent.click(await findReserveButton());
    await userEvent.click(getDialog().getByRole('button', { name: 'Reserve the name' }));
    expect(await screen.findByText('Somebody else has reserved it.')).toBeInTheDocument();
    answerCheck(createCheck({ verdict: 'unavailable' }));
    await userEvent.click(screen.getByRole('button', { name: 'Check the name again' }));
    expect(await screen.findByText('This name isn’t available')).toBeInTheDocument();
  });

  it.each([
    [2, 'finish your registration', '/register/identification'],
    [3, 'terms and conditions', '/profile/termsandconditions'],
  ])(
    'is not offered before the next step %i of the account is done',
    async (postLoginAction, name, address) => {
      server.use(
        http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction })),
      );
      await renderApp(checkPage, createAccount());
      expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
      expect(screen.queryByRole('button', { name: /^Reserve this name/ })).not.toBeInTheDocument();
      expect(screen.queryByRole('heading', { name: 'Your reserved names' })).not.toBeInTheDocument();
    },
  );

  it('of the person is not a conflict', async () => {
    reservations = [createReservation()];
    answerCheck(
      createCheck({
        verdict: 'unavailable',
        reasons: [{ code: 'nameTaken', severity: 'blocks', text: 'It is taken.', source: 'x', word: '' }],
        conflicts: [{ id: 'r1', name: 'The Desert & Co LLC', status: 'reserved' }],
      }),
    );
    await renderApp(checkPage, createAccount());
    expect(await screen.findByText('You reserved this name')).toBeInTheDocument();
    expect(screen.queryByText('It is taken.')).not.toBeInTheDocument();
  });

  it.each([
    ['wordNeedsApproval', 'blocks'],
    ['wordNeedsApproval', 'needsReview'],
    ['wordMayNeedLicence', 'tells'],
  ] as const)('has no green heading when there is a reason %s that %s', async (code, severity) => {
    reservations = [createReservation()];
    const reason = {
      code,
      severity,
      text: 'Ask the board.',
      source: 'x',
      word: 'University',
    };
    answerCheck(createCheck({ verdict: 'needsReview', reasons: [reason] }));
    await renderApp(checkPage, createAccount());
    const heading = await screen.findByText('You reserved this name, but it needs attention');
    expect(heading.closest('.usa-alert')).toHaveClass('usa-alert--warning');
    expect(screen.getByText(/Settle the points below/)).toBeVisible();
    expect(screen.getByText('Ask the board.')).toBeVisible();
    expect(screen.queryByText('You reserved this name')).not.toBeInTheDocument();
  });

  it('can be released, and renewed if the rules allow it', async () => {
    reservations = [
      createReservation({
        id: 'r2',
        name: 'Mesa Inc.',
        key: 'MESA',
        entityType: 'corporation',
        isRenewable: true,
      }),
      createReservation(),
    ];
    const renewals: unknown[] = [];
    server.use(
      http.post(`${api}/reservations/r2/renewal`, async ({ request }) => {
        renewals.push(await request.json());
        return HttpResponse.json(reservations[0]);
      }),
      http.delete(`${api}/reservations/r1`, () => {
        reservations = [createReservation({ status: 'givenUp', givenUpAt: '2026-11-21T11:00:00Z' })];
        return HttpResponse.json(reservations[0]);
      }),
    );
    await renderApp(`${pages}/decideyourname`, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Renew Mesa Inc.' }));
    await userEvent.click(getDialog().getByRole('button', { name: 'Renew' }));
    await waitFor(() => expect(renewals).toEqual([{ expiresAt: '2027-03-21T10:00:00Z' }]));
    expect(screen.queryByRole('button', { name: 'Renew The Desert & Co LLC' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Release The Desert & Co LLC' }));
    await userEvent.click(getDialog().getByRole('button', { name: 'Release it' }));
    expect(await screen.findByText('Released')).toBeInTheDocument();
  });
});

describe('a verdict', () => {
  it('offers names with an ending when only the ending is missing', async () => {
    answerCheck(
      createCheck({
        name: 'Sotol',
        verdict: 'unavailable',
        reasons: [
          {
            code: 'designatorMissing',
            severity: 'blocks',
            text: 'It needs LLC.',
            source: 'A.R.S.',
            word: '',
          },
          { code: 'noTrademarkRight', severity: 'tells', text: 'No right.', source: null, word: '' },
        ],
        suggestions: ['Sotol LLC'],
      }),
    );
    await renderApp(buildCheckPage('Sotol'));
    expect(await screen.findByText('The name needs an ending')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sotol LLC' })).toBeVisible();
    expect(screen.queryByText('This name isn’t available')).not.toBeInTheDocument();
  });

  it('can be requested again after too many calls', async () => {
    let isOpen = false;
    server.use(
      http.get(`${api}/searchreservation`, () =>
        isOpen ? HttpResponse.json(createCheck()) : refuseTooMany('1'),
      ),
    );
    await renderApp(buildCheckPage('Yucca'));
    expect(await screen.findByText(/^Too many requests came from your network/)).toBeVisible();
    isOpen = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This name is available')).toBeVisible();
  });

  it('leaves one filled button on the page', async () => {
    await renderApp(buildCheckPage('Ironwood'));
    await screen.findByText('This name is available');
    const filled = [...document.querySelectorAll('main .usa-button')].filter(
      ({ className }) => !/--(outline|unstyled)/.test(className),
    );
    expect(filled.map(({ textContent }) => textContent)).toEqual(['Check this name']);
  });
});
