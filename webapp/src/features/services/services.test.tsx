import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAgencyService, createCatalogService, createSubscription } from '@/testing/connections';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Guidance, PublicService } from './api';

function createPublicService(changes: Partial<PublicService>): PublicService {
  const { agency, category, description, id, name, searchWords } = createCatalogService(changes);
  return {
    id,
    name,
    description,
    category,
    searchWords,
    agency: { ...agency, description: 'Vehicles and titles.' },
    identityValues: ['Plate'],
    matchesPerson: true,
    needsProof: false,
    guidance: null,
    actions: [{ id: 'renew', label: 'Renew registration', needsProof: false, guidance: null }],
    forms: [],
    ...changes,
  };
}

const titleFee: Guidance['fees'][number] = {
  label: 'Title',
  amount: '4.00',
  status: 'confirmed' as const,
  sourceUrl: 'https://azdot.gov/node/4898',
  checkedOn: '2026-11-29',
};
const guidance: Guidance = {
  steps: ['Sign in to AZ MVD Now', 'Pay the fee'],
  bring: ['Your plate number'],
  fees: [titleFee],
  time: 'Right away',
  where: 'Online',
  phone: '602.255.0072',
  link: 'https://azdot.gov/node/4898',
  checkedOn: '2026-11-29',
};
const replaceTitle = { id: 'replace-title', label: 'Replace the title', needsProof: true, guidance };

const state = {
  id: 'sos',
  name: 'Secretary of State',
  description: 'Names.',
  kind: 'state',
  logo: null,
} as const;
const vehicles = createPublicService({ searchWords: ' vehicle registration dmv placas' });
const names = createPublicService({
  id: 'sos-names',
  name: 'Trade names',
  agency: state,
  searchWords: ' trade names dba',
  identityValues: [],
  matchesPerson: false,
  forms: [
    {
      id: 'sos-names-registration',
      name: 'Trade name registration',
      description: 'For five years.',
      documents: ['An example'],
      fees: [
        {
          label: 'Trade name',
          amount: '10.00',
          status: 'confirmed',
          sourceUrl: 'https://azsos.gov/fees',
          checkedOn: '2026-11-01',
        },
      ],
      decisionBusinessDays: 15,
    },
  ],
});

const found = [
  { type: 'service', title: 'Vehicles', summary: 'Your vehicle.', href: '/services/mvd-vehicle' },
  { type: 'elsewhere', title: 'Passports', summary: 'Ask.', href: 'https://travel.state.gov/' },
];

beforeEach(() => {
  server.use(
    http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [names, vehicles] })),
  );
});

const getServiceLinks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
    .filter((href) => href?.startsWith('/services/'));

describe('the services', () => {
  it('are found with guides and other offices, without an account', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${origin}/api/search`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('q'));
        return HttpResponse.json({ items: found });
      }),
    );
    await renderApp('/services');
    expect(await screen.findByText('2 services')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'PLACAS');
    expect(await screen.findByRole('heading', { name: '2 results' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Vehicles' })).toHaveAttribute('href', '/services/mvd-vehicle');
    expect(screen.getByRole('link', { name: /^Passports/ })).toHaveAttribute(
      'href',
      'https://travel.state.gov/',
    );
    expect(screen.getByText('Another office')).toBeVisible();
    expect(asked.at(-1)).toBe('PLACAS');
    expect(window.location.search).toBe('?q=PLACAS');
    await userEvent.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('2 services')).toBeVisible();
  });

  it('show a text without matches, with a button for all services', async () => {
    server.use(http.get(`${origin}/api/search`, () => HttpResponse.json({ items: [] })));
    await renderApp('/services?q=xyzzy');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all services' }));
    expect(await screen.findByText('2 services')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('are loaded again after a failure', async () => {
    server.use(http.get(`${origin}/api/search`, () => new HttpResponse(null, { status: 400 })));
    await renderApp('/services?q=tags');
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(http.get(`${origin}/api/search`, () => HttpResponse.json({ items: found })));
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: '2 results' })).toBeVisible();
  });

  it('are grouped by agency', async () => {
    await renderApp('/services');
    await userEvent.selectOptions(await screen.findByLabelText('Order'), 'By agency');
    const headings = await screen.findAllByRole('heading', { level: 2 });
    expect(headings.map((each) => each.textContent)).toEqual([
      'Motor Vehicle Division',
      'Secretary of State',
      'Guides and checklists',
    ]);
  });
});

describe('the page of a service', () => {
  it('shows requirements and costs to visitors', async () => {
    await renderApp('/services/sos-names');
    expect(await screen.findByText('$10.00')).toBeVisible();
    expect(screen.getByText(/15 business days/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Trade name registration' })).toHaveAttribute(
      'href',
      '/businessapplications/applications/new?form=sos-names-registration',
    );
    expect(screen.getByRole('link', { name: 'Sign in to connect' })).toHaveAttribute(
      'href',
      '/connections/sos-names',
    );
  });

  it('links connected people to their record, and to another connection', async () => {
    const connected = createSubscription('s1', { service: createAgencyService() });
    server.use(http.get(`${origin}/api/subscriptions`, () => HttpResponse.json({ items: [connected] })));
    await renderApp('/services/mvd-vehicle', createAccount());
    expect(await screen.findByRole('link', { name: 'See it on your dashboard' })).toHaveAttribute(
      'href',
      `/dashboard#card-${connected.id}`,
    );
    expect(screen.getByRole('link', { name: 'Connect another record' })).toHaveAttribute(
      'href',
      '/connections/mvd-vehicle',
    );
    expect(screen.queryByRole('link', { name: 'Connect' })).toBeNull();
  });

  it('explains a task with its documents, places and costs', async () => {
    const service = createPublicService({
      guidance: { ...guidance, steps: ['Register the vehicle first'], fees: [] },
      actions: [replaceTitle],
    });
    server.use(http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [service] })));
    await renderApp('/services/mvd-vehicle');
    const start = await screen.findByRole('region', { name: 'How to start' });
    expect(within(start).getByText('Register the vehicle first')).toBeVisible();

    const heading = screen.getByRole('heading', { level: 2, name: 'Replace the title' });
    expect(heading).toHaveAttribute('id', 'replace-title');
    const part = within(screen.getByRole('region', { name: 'Replace the title' }));
    expect(part.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual([
      'How',
      'What to bring',
      'What it costs',
      'Time and deadlines',
      'Where',
      'Phone',
      'Official page',
    ]);
    expect(part.getByText('$4.00')).toBeVisible();
    expect(part.getByText('Enhanced authentication, which proves who you are')).toBeVisible();
    expect(part.getByRole('link', { name: '602.255.0072' })).toHaveAttribute('href', 'tel:6022550072');
    expect(part.getByRole('link', { name: 'azdot.gov' })).toHaveAttribute(
      'href',
      'https://azdot.gov/node/4898',
    );
    expect(part.getByText('Checked on November 29, 2026')).toBeVisible();
    expect(screen.queryByText(/missing or not confirmed/)).toBeNull();
  });

  it('scrolls to the action in the address', async () => {
    const service = createPublicService({ actions: [replaceTitle] });
    server.use(http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [service] })));
    await renderApp('/services/mvd-vehicle#replace-title');
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: 'Replace the title' })).toHaveFocus(),
    );
  });

  it('shows that a confirmed fee of zero is free', async () => {
    const free = { ...guidance, fees: [{ ...titleFee, amount: '0.00', status: 'free' as const }] };
    const service = createPublicService({ actions: [{ ...replaceTitle, guidance: free }] });
    server.use(http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [service] })));
    await renderApp('/services/mvd-vehicle');
    expect(await screen.findByText('Free')).toBeVisible();
  });

  it('shows no fee or time without a source, and names the agency once', async () => {
    await renderApp('/services/mvd-vehicle', createAccount());
    expect(
      await screen.findAllByText('Is a cost or a time missing or not confirmed? Ask Motor Vehicle Division.'),
    ).toHaveLength(1);
    expect(screen.queryByRole('heading', { name: 'What it costs' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Time and deadlines' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Connect' })).toBeVisible();
  });

  it('reports an unknown service', async () => {
    await renderApp('/services/nothing');
    expect(await screen.findByText('We couldn’t find this service')).toBeVisible();
  });
});

describe('a guide', () => {
  it("links to the portal's services, and to official pages", async () => {
    await renderApp('/guides/voter-registration');
    expect(await screen.findByRole('link', { name: /Arizona Secretary of State/ })).toHaveAttribute(
      'href',
      'https://azsos.gov',
    );
    expect(getServiceLinks()).toEqual([]);
  });

  it('offers other guides for an unknown id', async () => {
    await renderApp('/guides/nothing');
    expect(await screen.findByRole('link', { name: 'Schools' })).toHaveAttribute('href', '/guides/schools');
  });
});

describe('the question if a page was helpful', () => {
  const status = () => screen.getByText(/your answer/);

  it('is answered once per visit, also without an account', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${origin}/api/pageratings`, async ({ request }) => {
        expect(request.headers.get('authorization')).toBeNull();
        sent.push(await request.json());
        return HttpResponse.json({ isRated: true });
      }),
    );
    await renderApp('/guides/schools', createAccount());
    const group = await screen.findByRole('group', { name: 'Was this page helpful?' });
    const yes = within(group).getByRole('button', { name: 'Yes' });
    await userEvent.click(yes);
    expect(await within(group).findByText('Thank you for your answer.')).toHaveAttribute('role', 'status');
    expect(yes).toHaveFocus();
    await userEvent.click(within(group).getByRole('button', { name: 'No' }));
    expect(sent).toEqual([{ page: 'guides/schools', isHelpful: true }]);

    await userEvent.click(screen.getByRole('link', { name: 'All services' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Schools' }));
    expect(await screen.findByText('Thank you for your answer.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(sent).toHaveLength(1);
  });

  it('can be answered again after a failure', async () => {
    server.use(http.post(`${origin}/api/pageratings`, () => new HttpResponse(null, { status: 503 })));
    await renderApp('/services/sos-names');
    const no = await screen.findByRole('button', { name: 'No' });
    await userEvent.click(no);
    expect(await screen.findByText('We couldn’t send your answer. Try again.')).toHaveAttribute(
      'role',
      'status',
    );
    server.use(http.post(`${origin}/api/pageratings`, () => HttpResponse.json({ isRated: true })));
    await userEvent.click(no);
    await waitFor(() => expect(status()).toHaveTextContent('Thank you for your answer.'));
  });
});

describe('the steps of a guide', () => {
  const actions = [
    { ...replaceTitle, guidance: { ...guidance, time: 'Within 15 days' } },
    { id: 'sold-notice', label: 'Report the vehicle as sold', needsProof: false, guidance },
  ];
  const vehicle = createPublicService({ id: 'adot-mvd-vehicle', actions });
  const boxes = () => screen.getAllByRole('checkbox');
  const box = (name: string) => screen.getByRole('checkbox', { name });

  beforeEach(() => {
    server.use(http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [vehicle] })));
  });

  it("show the deadline and the fee of a service's action, with a link to it", async () => {
    await renderApp('/guides/sold-car');
    expect(await screen.findByRole('link', { name: 'Replace the title' })).toHaveAttribute(
      'href',
      '/services/adot-mvd-vehicle#replace-title',
    );
    expect(screen.getByText('Within 15 days')).toBeVisible();
    expect(screen.getAllByText('$4.00')[0]).toBeVisible();
  });

  it('show their own deadline with the official page and the date', async () => {
    await renderApp('/guides/sold-car');
    const step = (await screen.findByText('Within 30 days')).closest('li') ?? document.body;
    expect(within(step).getByRole('link', { name: 'azdot.gov' })).toBeVisible();
    expect(within(step).getAllByText('Checked on November 29, 2026')[0]).toBeVisible();
  });

  it('store their checks in this browser until they are cleared', async () => {
    const { unmount } = await renderApp('/guides/sold-car');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Report the car as sold.' }));
    expect(screen.getByText(`1 of ${boxes().length} steps done`)).toBeVisible();
    unmount();

    await renderApp('/guides/sold-car');
    expect(await screen.findByText(/^1 of/)).toBeVisible();
    expect(box('Report the car as sold.')).toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the ticks' }));
    expect(boxes().filter((each) => (each as HTMLInputElement).checked)).toEqual([]);
    expect(screen.getByText(/^0 of/)).toBeVisible();
  });

  it.each(['not JSON', '[]', 'null', '{"sold-car":{"a":1}}'])(
    'ignore unreadable checks: %s',
    async (kept) => {
      localStorage.setItem('saguaro.checklists', kept);
      await renderApp('/guides/sold-car');
      expect(await screen.findByText(/^0 of/)).toBeVisible();
    },
  );

  it('have checkboxes only in a checklist', async () => {
    await renderApp('/guides/schools');
    expect(await screen.findByRole('link', { name: /School report cards/ })).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
