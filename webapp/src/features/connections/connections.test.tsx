import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import {
  createAgencyService,
  createCatalogService,
  createIdentity,
  serveSubscriptions,
  createSubscription,
} from '@/testing/connections';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

type Details = components['schemas']['AgencyServiceDetailsReply'];
type Field = Details['identityFields'][number];

const vehicles = createAgencyService();
const water = createAgencyService({
  id: 'verde-water',
  name: 'Water account',
  description: 'Balance and due date.',
  category: 'utilities',
  agency: { id: 'verde', name: 'Pueblo de Peñasco', kind: 'municipality', logo: null },
});
const news = createAgencyService({
  id: 'verde-news',
  name: 'Town news',
  description: 'Street closures.',
  category: 'other',
  agency: water.agency,
  asksForIdentity: false,
});
const gone = createAgencyService({ id: 'mvd-boats', name: 'Boats', isAvailable: false });

const buildField = (name: string, format: Field['format'], changes: Partial<Field> = {}): Field => ({
  name,
  label: `The ${name}`,
  prompt: `Enter your ${name}`,
  format,
  example: '48213',
  help: null,
  isSensitive: false,
  minLength: 1,
  maxLength: 20,
  choices: [],
  ...changes,
});

const maria = { legalFirstName: 'MARÍA-JOSÉ', legalLastName: "O'HARA GARCÍA", dateOfBirth: '1985-02-01' };

const buildDetails = (
  service = vehicles,
  identityFields: Field[] = [buildField('plate', 'alphanumeric')],
): Details => ({
  ...service,
  matchesPerson: service.asksForIdentity,
  stepUpTypes: null,
  person: service.asksForIdentity ? maria : null,
  identityFields: service.asksForIdentity ? identityFields : [],
  displayFields: [{ name: 'ends', label: 'Registration ends', kind: 'date' }],
  actions: ['Renew registration'],
});

function serveDetails(answer: Details): void {
  server.use(http.get(`${origin}/api/subscriptions/agencyservice/:id`, () => HttpResponse.json(answer)));
}

/** Serves a reply to a connection, and returns the bodies of the requests. */
function serveConnect(answer: () => Response): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(`${origin}/api/subscriptions/agencyservice`, async ({ request }) => {
      asked.push(await request.json());
      return answer();
    }),
  );
  return asked;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const findSummary = () => screen.findByRole('alert');

beforeEach(() => {
  serveSubscriptions();
  server.use(
    http.get(`${origin}/api/subscriptions/agencyservice`, () =>
      HttpResponse.json({ items: [gone, vehicles, news, water].map((each) => createCatalogService(each)) }),
    ),
  );
});

describe('the catalog', () => {
  const listNames = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

  it('is grouped by agency, without discontinued services', async () => {
    await renderApp('/connections', createAccount());
    expect(await screen.findByRole('heading', { level: 2, name: 'Motor Vehicle Division' })).toBeVisible();
    const town = within(screen.getByRole('region', { name: 'Pueblo de Peñasco' }));
    expect(town.getByText('City or town')).toBeVisible();
    expect(listNames()).toEqual(['Vehicle registration', 'Town news', 'Water account']);
    expect(town.getByRole('link', { name: 'Connect Water account' })).toHaveAttribute(
      'href',
      '/connections/verde-water',
    );
  });

  it('is searched without accents and case, and by category, in the address', async () => {
    await renderApp('/connections', createAccount());
    await userEvent.type(await screen.findByRole('searchbox'), 'PENASCO');
    expect(listNames()).toEqual(['Town news', 'Water account']);
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Utilities');
    expect(listNames()).toEqual(['Water account']);
    expect(window.location.search).toBe('?q=PENASCO&category=utilities');
    expect(screen.getByText('One service').closest('[role]')).toHaveAttribute('role', 'status');
  });

  it('starts with the search of the address and reports no matches', async () => {
    await renderApp('/connections?q=submarine&category=nonsense', createAccount());
    expect(await screen.findByText('No service matches your search')).toBeVisible();
    await press('Show all services');
    expect(listNames()).toHaveLength(3);
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(window.location.search).toBe('');
  });

  it('shows connected records and disconnects one', async () => {
    const mine = createSubscription('mine', {
      service: vehicles,
      identities: [createIdentity('one'), createIdentity('two', { status: 'revoked' })],
    });
    serveSubscriptions(
      mine,
      createSubscription('boats', { service: gone }),
      createSubscription('news', { service: news, identities: [] }),
    );
    await renderApp('/connections', createAccount());
    expect(
      await screen.findByRole('link', { name: 'Connect another record of Vehicle registration' }),
    ).toBeVisible();
    expect(screen.getByText('Connection ended by the agency')).toBeVisible();
    expect(screen.getByText('On your dashboard')).toBeVisible();
    expect(screen.queryByRole('link', { name: /Town news/ })).not.toBeInTheDocument();
    expect(screen.getByText(/no longer offers this here/)).toBeVisible();
    let ended = '';
    server.use(
      http.delete(`${origin}/api/subscriptions/identities/:id`, ({ params }) => {
        ended = String(params.id);
        serveSubscriptions({ ...mine, identities: [createIdentity('two')] });
        return HttpResponse.json({ isSubscriptionEnded: false });
      }),
    );
    await press('Disconnect Plate one');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }),
    );
    await waitFor(() => expect(screen.queryByText('Plate one')).not.toBeInTheDocument());
    expect(ended).toBe('one');
    expect(screen.getByRole('heading', { name: 'Motor Vehicle Division' })).toHaveFocus();
  });

  it('shows a loading failure and retries', async () => {
    server.use(
      http.get(`${origin}/api/subscriptions/agencyservice`, () => new HttpResponse(null, { status: 404 }), {
        once: true,
      }),
    );
    await renderApp('/connections', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Water account')).toBeVisible();
  });
});

describe('connecting', () => {
  const connected = createSubscription('mine', { service: vehicles, identities: [createIdentity('one')] });

  const everyFormat = buildDetails(vehicles, [
    buildField('plate', 'alphanumeric', { help: 'On your tab.' }),
    buildField('vin', 'digits'),
    buildField('born', 'date'),
    buildField('kind', 'choice', {
      choices: [
        { value: 'car', label: 'Car' },
        { value: 'bus', label: 'Bus' },
      ],
    }),
    buildField('county', 'choice', {
      choices: ['a', 'b', 'c', 'd', 'e', 'f'].map((value) => ({ value, label: `County ${value}` })),
    }),
  ]);

  it('draws the form that the manifest describes', async () => {
    serveDetails(everyFormat);
    await renderApp('/connections/mvd-vehicle', createAccount());
    const plate = await screen.findByLabelText('The plate');
    expect(plate).toHaveAccessibleDescription('On your tab. For example, 48213');
    for (const [name, value] of [
      ['autocomplete', 'off'],
      ['inputmode', 'text'],
      ['autocapitalize', 'characters'],
    ] as const) {
      expect(plate).toHaveAttribute(name, value);
    }
    expect(screen.getByLabelText('The vin')).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByLabelText('Year')).toHaveAttribute('autocomplete', 'off');
    expect(screen.getByRole('radio', { name: 'Car' })).not.toBeChecked();
    expect(screen.getByLabelText('The county')).toHaveValue('');
    expect(screen.getByText('Registration ends')).toBeVisible();

    const asked = serveConnect(() =>
      HttpResponse.json({ identityId: 'one', subscription: connected }, { status: 201 }),
    );
    await press('Connect');
    expect(await findSummary()).toHaveFocus();
    expect(
      within(await findSummary())
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Enter your plate',
      'Enter your vin',
      'Enter your born',
      'Enter your kind',
      'Enter your county',
    ]);
    expect((await findSummary()).closest('.page')?.firstElementChild).toBe(await findSummary());
    expect(asked).toEqual([]);
  });

  it('sends the typed values and opens the card', async () => {
    serveDetails(everyFormat);
    const asked = serveConnect(() =>
      HttpResponse.json({ identityId: 'one', subscription: connected }, { status: 201 }),
    );
    await renderApp('/connections/mvd-vehicle', createAccount());
    const plate = await screen.findByLabelText('The plate');
    await userEvent.type(plate, ' ABC 1234 ');
    await userEvent.type(screen.getByLabelText('The vin'), '48213');
    await userEvent.selectOptions(screen.getByLabelText('Month'), '4');
    await userEvent.type(screen.getByLabelText('Day'), '28');
    await userEvent.type(screen.getByLabelText('Year'), '1986');
    await userEvent.click(screen.getByRole('radio', { name: 'Bus' }));
    await userEvent.selectOptions(screen.getByLabelText('The county'), 'County f');
    serveSubscriptions(connected);
    await press('Connect');
    await waitFor(() =>
      expect(asked).toEqual([
        {
          agencyServiceId: 'mvd-vehicle',
          identity: { plate: 'ABC 1234', vin: '48213', born: '1986-04-28', kind: 'bus', county: 'f' },
        },
      ]),
    );
    expect(await screen.findByText('Plate one connected.')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 3, name: 'Vehicle registration' })).toHaveFocus(),
    );
    expect(window.location.pathname + window.location.hash).toBe('/dashboard#card-mine');
  });

  const listSent = () =>
    within(screen.getByRole('region', { name: 'What we send to Motor Vehicle Division' }))
      .getAllByRole('definition')
      .map((each) => [each.previousElementSibling?.textContent, each.textContent]);

  it('shows exactly the data for the agency', async () => {
    serveDetails(everyFormat);
    await renderApp('/connections/mvd-vehicle', createAccount());
    await screen.findByLabelText('The plate');
    const person = [
      ['Your legal first name', 'MARÍA-JOSÉ'],
      ['Your legal last name', "O'HARA GARCÍA"],
      ['Your date of birth', 'February 1, 1985'],
    ];
    expect(listSent()).toEqual([
      ...person,
      ...['plate', 'vin', 'born', 'kind', 'county'].map((name) => [`The ${name}`, 'Not entered yet']),
    ]);
    expect(screen.getByText(/finds only a record in your name/)).toBeVisible();
    expect(screen.queryByText('This agency doesn’t check that the record is yours')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('The plate'), ' ABC 1234 ');
    await userEvent.selectOptions(screen.getByLabelText('Month'), '4');
    await userEvent.type(screen.getByLabelText('Day'), '28');
    await userEvent.type(screen.getByLabelText('Year'), '1986');
    await userEvent.click(screen.getByRole('radio', { name: 'Bus' }));
    expect(listSent()).toEqual([
      ...person,
      ['The plate', 'ABC 1234'],
      ['The vin', 'Not entered yet'],
      ['The born', 'April 28, 1986'],
      ['The kind', 'Bus'],
      ['The county', 'Not entered yet'],
    ]);
  });

  it('warns if the agency does not check whose record it is', async () => {
    serveDetails({ ...buildDetails(), matchesPerson: false, person: null });
    await renderApp('/connections/mvd-vehicle', createAccount());
    expect(
      await screen.findByRole('heading', { name: 'This agency doesn’t check that the record is yours' }),
    ).toBeVisible();
    expect(screen.getByText(/We do not send your name or date of birth/)).toBeVisible();
    expect(listSent()).toEqual([['The plate', 'Not entered yet']]);
  });

  it('requires a proof before the form', async () => {
    serveDetails({ ...buildDetails(), stepUpTypes: [3] });
    await renderApp('/connections/mvd-vehicle', createAccount());
    const link = await screen.findByRole('link', { name: 'Prove who I am' });
    expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('returnTo')).toBe(
      '/connections/mvd-vehicle',
    );
    expect(screen.queryByLabelText('The plate')).not.toBeInTheDocument();
    await userEvent.click(link);
    expect(await screen.findByText(/lets only you connect Vehicle registration/)).toBeVisible();
  });

  it('keeps the typed values when the proof has ended meanwhile', async () => {
    serveDetails(buildDetails());
    serveConnect(() =>
      HttpResponse.json(
        {
          code: 'enhancedAuthenticationRequired',
          message: 'Prove it.',
          requestId: 'a1',
          parameters: {},
          types: [3],
        },
        { status: 403 },
      ),
    );
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'ABC');
    await userEvent.click(screen.getByRole('button', { name: 'Connect' }));
    const link = await screen.findByRole('link', { name: 'Prove who I am (opens in a new tab)' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByLabelText('The plate')).toHaveValue('ABC');
  });

  it('hides a sensitive value until the person shows it', async () => {
    serveDetails(buildDetails(vehicles, [buildField('ssn', 'digits', { isSensitive: true })]));
    await renderApp('/connections/mvd-vehicle', createAccount());
    const ssn = await screen.findByLabelText('The ssn');
    expect(ssn).toHaveAttribute('type', 'password');
    expect(ssn).toHaveAttribute('autocomplete', 'off');
    expect(ssn).toHaveAttribute('inputmode', 'numeric');
    await userEvent.type(ssn, '900123456');
    expect(listSent().slice(3)).toEqual([['The ssn', 'Hidden here']]);
    const show = screen.getByRole('button', { name: 'Show: The ssn' });
    expect(show).toHaveAttribute('aria-controls', ssn.id);
    await userEvent.click(show);
    expect(ssn).toHaveAttribute('type', 'text');
    expect(ssn).toHaveValue('900123456');
    expect(listSent().slice(3)).toEqual([['The ssn', 'Hidden here']]);
    await userEvent.click(screen.getByRole('button', { name: 'Hide: The ssn' }));
    expect(ssn).toHaveAttribute('type', 'password');
    expect(document.body).not.toHaveTextContent('900123456');
    expect(window.location.href).not.toContain('900123456');
    for (const storage of [localStorage, sessionStorage]) {
      expect(JSON.stringify(Object.entries(storage))).not.toContain('900123456');
    }
  });

  it('reports a date that does not exist', async () => {
    serveDetails(buildDetails(vehicles, [buildField('born', 'date')]));
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.selectOptions(await screen.findByLabelText('Month'), '2');
    await userEvent.type(screen.getByLabelText('Day'), '30');
    await userEvent.type(screen.getByLabelText('Year'), '1986');
    await press('Connect');
    expect(await findSummary()).toHaveTextContent('The born must be a real date');
  });

  it('stores no identifying values on the device', async () => {
    serveDetails(buildDetails());
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'SECRET77');
    for (const storage of [localStorage, sessionStorage]) {
      expect(JSON.stringify(Object.entries(storage))).not.toContain('SECRET77');
    }
  });

  it('reports that a record was connected already', async () => {
    serveSubscriptions(connected);
    serveDetails(buildDetails());
    serveConnect(() => HttpResponse.json({ identityId: 'one', subscription: connected }));
    await renderApp('/connections/mvd-vehicle', createAccount());
    expect(await screen.findByRole('heading', { name: 'Connect another record' })).toBeVisible();
    await userEvent.type(screen.getByLabelText('The plate'), 'ABC');
    await press('Connect');
    expect(await screen.findByText('Plate one was already connected.')).toBeVisible();
  });

  const buildRefusal = (code: string, message: string) => ({ code, message, requestId: 'a1b2' });
  const buildSection = (propertyName: string, message: string) => [
    { applicationSection: 'connection', propertyName, validationErrors: [message] },
  ];

  it.each([
    [
      'no match',
      HttpResponse.json(buildSection('identity', 'These details match no record.'), { status: 400 }),
      'These details match no record.',
    ],
    [
      'a wrong format',
      HttpResponse.json(buildSection('identity.plate', 'The plate must have digits only.'), { status: 400 }),
      'The plate must have digits only.',
    ],
    [
      'an agency that is away',
      HttpResponse.json(buildRefusal('agencyUnavailable', 'MVD does not answer.'), { status: 503 }),
      'MVD does not answer.',
    ],
    [
      'a withdrawn service',
      HttpResponse.json(buildRefusal('serviceWithdrawn', 'Not offered any more.'), { status: 409 }),
      'Not offered any more.',
    ],
  ])('reports %s and keeps the typed values', async (_, answer, words) => {
    serveDetails(buildDetails());
    serveConnect(() => answer.clone());
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'ABC');
    await press('Connect');
    expect(await findSummary()).toHaveTextContent(words);
    expect(await findSummary()).toHaveFocus();
    expect(screen.getByLabelText('The plate')).toHaveValue('ABC');
  });

  it('keeps the typed values in another language, and translates the errors', async () => {
    let answerInSpanish: (value?: undefined) => void = () => undefined;
    const spanish = new Promise<undefined>((resolve) => (answerInSpanish = resolve));
    server.use(
      http.get(`${origin}/api/subscriptions/agencyservice/:id`, async ({ request }) => {
        if (request.headers.get('accept-language') === 'en') return HttpResponse.json(buildDetails());
        await spanish;
        return HttpResponse.json(
          buildDetails(vehicles, [
            buildField('plate', 'alphanumeric', { label: 'La placa', prompt: 'Escriba la placa' }),
          ]),
        );
      }),
    );
    serveConnect(() =>
      HttpResponse.json(
        [
          {
            applicationSection: 'connection',
            propertyName: 'identity.plate',
            validationErrors: ['Digits only.'],
            wordings: { en: ['Digits only.'], es: ['Solo dígitos.'] },
          },
        ],
        { status: 400 },
      ),
    );
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'ABC');
    await press('Connect');
    expect(await findSummary()).toHaveTextContent('Digits only.');
    await press('Español');
    await waitFor(async () => expect(await findSummary()).toHaveTextContent('Solo dígitos.'));
    expect(screen.getByLabelText('The plate')).toHaveValue('ABC');
    answerInSpanish();
    const plate = await screen.findByLabelText('La placa');
    expect(plate).toHaveValue('ABC');
    await userEvent.clear(plate);
    await press('Conectar');
    expect(await findSummary()).toHaveTextContent('Escriba la placa');
    await press('English');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Enter your plate'));
  });

  it('translates a refusal of the whole form', async () => {
    serveDetails(buildDetails());
    serveConnect(() =>
      HttpResponse.json(
        {
          ...buildRefusal('serviceWithdrawn', 'Not offered any more.'),
          wordings: { en: 'Not offered any more.', es: 'Ya no se ofrece.' },
        },
        { status: 409 },
      ),
    );
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'ABC');
    await press('Connect');
    expect(await findSummary()).toHaveTextContent('Not offered any more.');
    await press('Español');
    await waitFor(async () => expect(await findSummary()).toHaveTextContent('Ya no se ofrece.'));
  });

  it('shows until when a service is locked', async () => {
    serveDetails(buildDetails());
    serveConnect(() =>
      HttpResponse.json(buildRefusal('serviceLocked', 'Locked for a while.'), {
        status: 429,
        headers: { 'Retry-After': '1800' },
      }),
    );
    await renderApp('/connections/mvd-vehicle', createAccount());
    await userEvent.type(await screen.findByLabelText('The plate'), 'ABC');
    await press('Connect');
    expect(await findSummary()).toHaveTextContent(
      /Locked for a while\. You can try again at .*\d{1,2}:\d{2}/,
    );
  });

  it('shows only a button for a service without fields', async () => {
    serveDetails(buildDetails(news));
    const card = createSubscription('news', { service: news, identities: [] });
    let asked: unknown;
    server.use(
      http.post(`${origin}/api/subscriptions`, async ({ request }) => {
        asked = await request.json();
        serveSubscriptions(card);
        return HttpResponse.json(card, { status: 201 });
      }),
    );
    await renderApp('/connections/verde-news', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Connect Town news' });
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await press('Add to my dashboard');
    expect(await screen.findByText('Town news is now on your dashboard.')).toBeVisible();
    expect(asked).toEqual({ agencyServiceId: 'verde-news' });
  });

  it('is refused for a discontinued service', async () => {
    serveDetails(buildDetails(gone));
    await renderApp('/connections/mvd-boats', createAccount());
    expect(await screen.findByText('This service is no longer offered here')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect' })).not.toBeInTheDocument();
  });

  it('links back from an unknown service', async () => {
    server.use(
      http.get(`${origin}/api/subscriptions/agencyservice/:id`, () =>
        HttpResponse.json(buildRefusal('serviceNotFound', 'x'), { status: 404 }),
      ),
    );
    await renderApp('/connections/nothing', createAccount());
    expect(await screen.findByText('We couldn’t find this service')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All services' })).toHaveAttribute('href', '/connections');
  });
});
