import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { enter } from '@/testing/entering';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Check } from '@/components/address/place';
import type { Address } from './api';

const bookUrl = `${origin}/api/profile/addresses`;

const home: Address = {
  id: 'a1',
  label: null,
  type: 'home',
  recipient: 'Rosa Delgado',
  line1: '1200 W Ocotillo Ln',
  line2: null,
  city: 'Tucson',
  state: 'AZ',
  zip: '85713',
  zip4: '1234',
  country: 'US',
  phone: '+16025550123',
  isPrimary: true,
  changedAt: '2026-11-21T14:12:49Z',
};
const mother: Address = {
  ...home,
  id: 'a2',
  label: 'Mother',
  type: 'mailing',
  line1: 'PO Box 250',
  city: 'Nogales',
  zip: '85621',
  zip4: null,
  phone: null,
  isPrimary: false,
};

const createSubscription = (
  id: string,
  acceptsAddressChange: boolean,
  identities: [string, string, string][],
) => ({
  id,
  agencyServiceId: id,
  service: {
    id,
    code: id,
    name: `Service ${id}`,
    description: '',
    category: 'vehicles',
    agency: { id: 'mvd', name: 'MVD', kind: 'state', logo: null },
    asksForIdentity: true,
    acceptsAddressChange,
    isAvailable: true,
  },
  sortIndex: 0,
  identities: identities.map(([identityId, label, status]) => ({
    id: identityId,
    label,
    status,
    connectedAt: '2026-11-21T14:12:49Z',
  })),
});

/** Serves these addresses as the address book. */
function serveAddresses(...items: Address[]) {
  server.use(http.get(bookUrl, () => HttpResponse.json({ items })));
}

function serveSubscriptions(...items: ReturnType<typeof createSubscription>[]) {
  server.use(http.get(`${origin}/api/subscriptions`, () => HttpResponse.json({ items })));
}

const validationUrl = `${origin}/api/addressvalidation`;

/** The reply of the address check when the portal has no data about an address. */
const unverified: Check = {
  outcome: 'UNVERIFIED',
  kind: 'street',
  messages: [],
  suggestion: null,
  alternatives: [],
  credit: 'ZIP Codes: GeoNames (geonames.org), CC BY 4.0',
};

/** Serves a reply to every address check; returns the bodies of the calls. */
function serveCheck(check: Partial<Check>): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(validationUrl, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...unverified, ...check });
    }),
  );
  return asked;
}

beforeEach(() => {
  serveSubscriptions();
  serveCheck({});
});

const findCard = (name: string) => screen.findByRole('article', { name });
const listNames = () =>
  screen.getAllByRole('article').map((element) => within(element).getByRole('heading').textContent);
const waitForPath = (pathname: string) => waitFor(() => expect(window.location.pathname).toBe(pathname));

describe('the address list', () => {
  it('shows each address in postal format and marks the primary one', async () => {
    serveAddresses(home, mother);
    await renderApp('/addressbook', createAccount());
    const first = await findCard('Home');
    expect(first).toHaveTextContent('Rosa Delgado1200 W Ocotillo LnTucson, AZ 85713-1234602-555-0123');
    expect(within(first).getByText('Primary')).toBeVisible();
    expect(within(first).queryByRole('button', { name: /primary/ })).not.toBeInTheDocument();
    const second = await findCard('Mother');
    expect(second).toHaveTextContent('Mailing');
    expect(within(second).queryByText('Primary')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /to agencies/ })).not.toBeInTheDocument();
  });

  it('starts the accessible name of each control with its visible text', async () => {
    serveAddresses(home, mother);
    serveSubscriptions(createSubscription('v', true, [['i1', 'Wagon', 'connected']]));
    await renderApp('/addressbook', createAccount());
    const second = within(await findCard('Mother'));
    await second.findByText('Send to agencies');
    const controls = [...second.getAllByRole('link'), ...second.getAllByRole('button')];
    expect(controls).toHaveLength(4);
    for (const control of controls)
      expect(control).toHaveAccessibleName(new RegExp(`^${control.textContent}`));
  });

  it('explains the address book when it is empty', async () => {
    serveAddresses();
    await renderApp('/addressbook', createAccount());
    expect(await screen.findByText('No addresses yet')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Add an address' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Add an address' })).toBeVisible();
  });

  it('shows a placeholder while loading', async () => {
    server.use(http.get(bookUrl, () => delay('infinite')));
    await renderApp('/addressbook', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Address book' });
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });

  it('shows a loading failure and retries', async () => {
    server.use(http.get(bookUrl, () => HttpResponse.json({ message: 'x' }, { status: 400 })));
    await renderApp('/addressbook', createAccount());
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveAddresses(home);
    await userEvent.click(retry);
    await findCard('Home');
  });

  it('makes another address primary and focuses it', async () => {
    serveAddresses(home, mother);
    server.use(
      http.put(`${bookUrl}/a2/primary`, async ({ request }) => {
        expect(await request.json()).toEqual({});
        return HttpResponse.json({
          items: [
            { ...mother, isPrimary: true },
            { ...home, isPrimary: false },
          ],
        });
      }),
    );
    await renderApp('/addressbook', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Make primary: Mother' }));
    await waitFor(() => expect(listNames()).toEqual(['Mother', 'Home']));
    expect(screen.getByRole('heading', { name: 'Mother' })).toHaveFocus();
    expect(await screen.findByText('Mother is now your primary address.')).toBeVisible();
  });

  it('asks before it removes an address', async () => {
    serveAddresses(home, mother);
    let removed = 0;
    server.use(http.delete(`${bookUrl}/a2`, () => ((removed += 1), HttpResponse.json({ items: [home] }))));
    await renderApp('/addressbook', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Mother' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove Mother?' });
    expect(dialog).toHaveTextContent('PO Box 250, Nogales');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(removed).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Mother' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(listNames()).toEqual(['Home']));
    expect(removed).toBe(1);
    expect(screen.getByRole('list', { name: 'Your addresses' })).toHaveFocus();
  });

  it('shows why a change failed and reloads the list', async () => {
    serveAddresses(home, mother);
    await renderApp('/addressbook', createAccount());
    const button = await screen.findByRole('button', { name: 'Make primary: Mother' });
    server.use(
      http.put(`${bookUrl}/a2/primary`, () =>
        HttpResponse.json({ code: 'addressNotFound', message: 'It is gone.' }, { status: 404 }),
      ),
    );
    serveAddresses(home);
    await userEvent.click(button);
    expect(await screen.findByText('It is gone.')).toBeVisible();
    await waitFor(() => expect(listNames()).toEqual(['Home']));
  });
});

async function fillForm() {
  await enter(await screen.findByLabelText('Name of the person or business'), 'Rosa Delgado');
  await enter(screen.getByLabelText('Street address'), '  9 Yucca Rd ');
  await enter(screen.getByLabelText('City'), 'Ajo');
  await userEvent.selectOptions(screen.getByLabelText(/^State/), 'Arizona');
  await enter(screen.getByLabelText('ZIP code'), '85321-0042');
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save address' }));
const saved: Address = {
  ...home,
  id: 'a3',
  label: 'Cabin',
  line1: '9 Yucca Rd',
  city: 'Ajo',
  zip: '85321',
  zip4: '0042',
  isPrimary: false,
};

describe('the address form', () => {
  it('lists missing fields and links to them', async () => {
    serveAddresses(home);
    await renderApp('/addressbook/new', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Add an address' });
    await userEvent.type(screen.getByLabelText('ZIP code'), '8532');
    await save();
    const summary = await screen.findByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Enter the name of the person or business',
      'Enter the street address',
      'Enter the city',
      'Choose the state',
      'Enter a ZIP code, for example 85007 or 85007-3213',
    ]);
    await userEvent.click(within(summary).getByRole('link', { name: 'Choose the state' }));
    expect(screen.getByLabelText(/^State/)).toHaveFocus();
    expect(screen.getByLabelText(/^State/)).toHaveAccessibleDescription('Choose the state');
  });

  it('has autocomplete hints for the browser', async () => {
    serveAddresses();
    await renderApp('/addressbook/new', createAccount());
    await screen.findByLabelText('City');
    const hints = [...document.querySelectorAll('form [autocomplete]')].map((field) =>
      field.getAttribute('autocomplete'),
    );
    expect(hints).toEqual([
      'off',
      'name',
      'address-line1',
      'address-line2',
      'address-level2',
      'address-level1',
      'postal-code',
      'tel',
    ]);
  });

  it('keeps the typed values and the idempotency key when saving fails', async () => {
    serveAddresses(home);
    const keys: (string | null)[] = [];
    const bodies: unknown[] = [];
    server.use(
      http.post(bookUrl, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        bodies.push(await request.json());
        if (keys.length === 1) return HttpResponse.error();
        serveAddresses(home, saved);
        return HttpResponse.json(saved, { status: 201 });
      }),
    );
    await renderApp('/addressbook/new', createAccount());
    await fillForm();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing you entered is lost');
    expect(screen.getByLabelText('Street address')).toHaveValue('  9 Yucca Rd ');
    await save();
    await waitForPath('/addressbook');
    await findCard('Cabin');
    expect(listNames()).toEqual(['Home', 'Cabin']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(bodies[1]).toEqual({
      type: 'home',
      label: null,
      recipient: 'Rosa Delgado',
      line1: '9 Yucca Rd',
      line2: null,
      city: 'Ajo',
      state: 'AZ',
      zip: '85321',
      zip4: '0042',
      country: 'US',
      phone: null,
    });
  });

  it('reports an earlier version that was saved, then adds the changed address', async () => {
    serveAddresses(home);
    const keys: (string | null)[] = [];
    server.use(
      http.post(bookUrl, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1
          ? HttpResponse.json({ code: 'idempotencyKeyReused', message: 'x' }, { status: 409 })
          : HttpResponse.json(saved, { status: 201 });
      }),
    );
    await renderApp('/addressbook/new', createAccount());
    await fillForm();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We already saved an earlier version of this address',
    );
    await save();
    await waitForPath('/addressbook');
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('shows refusals at their fields', async () => {
    serveAddresses(home);
    const problem = (propertyName: string, message: string) => ({
      applicationSection: 'addressBook',
      propertyName,
      validationErrors: [message],
    });
    server.use(
      http.post(bookUrl, () =>
        HttpResponse.json([problem('zip4', 'Four digits.'), problem('phone', 'A US number.')], {
          status: 400,
        }),
      ),
    );
    await renderApp('/addressbook/new', createAccount());
    await fillForm();
    await save();
    await screen.findByRole('alert');
    expect(screen.getByLabelText('ZIP code')).toHaveAccessibleDescription(/Four digits\./);
    expect(screen.getByLabelText(/Phone number/)).toHaveAccessibleDescription(/A US number\./);
  });

  it('changes an address', async () => {
    serveAddresses(home, mother);
    let body: unknown;
    server.use(
      http.put(`${bookUrl}/a2`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ ...mother, city: 'Rio Rico' });
      }),
    );
    await renderApp('/addressbook', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Change Mother' }));
    const city = await screen.findByLabelText('City');
    expect(screen.getByRole('radio', { name: 'Mailing' })).toBeChecked();
    await userEvent.clear(city);
    await userEvent.type(city, 'Rio Rico');
    serveAddresses(home, { ...mother, city: 'Rio Rico' });
    await save();
    await waitForPath('/addressbook');
    expect(await findCard('Mother')).toHaveTextContent('Rio Rico, AZ 85621');
    expect(body).toMatchObject({
      label: 'Mother',
      type: 'mailing',
      city: 'Rio Rico',
      zip: '85621',
      zip4: null,
    });
  });

  it('reports an address that does not exist', async () => {
    serveAddresses(home);
    await renderApp('/addressbook/elsewhere', createAccount());
    expect(await screen.findByText(/This address is not in your address book/)).toBeVisible();
  });

  it('drops the draft when canceled', async () => {
    serveAddresses(home);
    await renderApp('/addressbook/new', createAccount());
    await userEvent.type(await screen.findByLabelText('City'), 'Ajo');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Add an address' }));
    expect(await screen.findByLabelText('City')).toHaveValue('');
  });

  it('offers to send a saved address to agencies', async () => {
    serveAddresses(home);
    serveSubscriptions(createSubscription('v', true, [['i1', 'Wagon', 'connected']]));
    server.use(http.put(`${bookUrl}/a1`, () => HttpResponse.json(home)));
    await renderApp('/addressbook', createAccount());
    await userEvent.click(await screen.findByRole('link', { name: 'Change Home' }));
    await screen.findByLabelText('City');
    await save();
    await waitForPath('/addressbook/a1/agencies');
    expect(
      await screen.findByText(/We saved your address. Agencies don’t get it automatically/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Not now' }));
    await findCard('Home');
  });
});

describe('the check of an address', () => {
  const typed = { line1: '9 Yucca Rd', line2: '', city: 'Ajo', state: 'AZ', zip: '85321-0042' };
  const standard = { ...typed, line1: '9 YUCCA RD', city: 'AJO', country: 'US', countyId: 'pima' };
  const why = { propertyName: 'city', code: 'differs', text: 'Check city and ZIP Code.' };
  const corrected: Partial<Check> = {
    outcome: 'CORRECTED',
    messages: [why],
    suggestion: { ...standard, city: 'WHY' },
  };
  const title = 'Which address should we save?';
  const findQuestion = () => screen.findByRole('heading', { level: 2, name: title });
  const getButton = (name: string) => screen.getByRole('button', { name });

  /** Accepts new addresses; returns the bodies and keys of the calls. */
  function collectAdded(): { body: Record<string, unknown>; key: string | null }[] {
    const added: { body: Record<string, unknown>; key: string | null }[] = [];
    server.use(
      http.post(bookUrl, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        added.push({ body, key: request.headers.get('idempotency-key') });
        return HttpResponse.json(saved, { status: 201 });
      }),
    );
    return added;
  }

  async function fillAndSave() {
    serveAddresses(home);
    await renderApp('/addressbook/new', createAccount());
    await fillForm();
    await save();
  }

  it('sends no tokens', async () => {
    collectAdded();
    const headers: Headers[] = [];
    server.use(
      http.post(validationUrl, async ({ request }) => {
        headers.push(request.headers);
        expect(await request.json()).toEqual({ ...typed, address: null, country: 'US' });
        return HttpResponse.json(unverified);
      }),
    );
    await fillAndSave();
    await waitForPath('/addressbook');
    expect(headers).toHaveLength(1);
    expect(headers[0]?.has('authorization')).toBe(false);
    expect(headers[0]?.has('id_token')).toBe(false);
  });

  it.each<[string, Partial<Check>]>([
    ['is in the list', { outcome: 'VERIFIED_AREA', suggestion: standard }],
    [
      'is not in the list',
      { outcome: 'UNVERIFIED', messages: [why], suggestion: { ...standard, city: 'WHY' } },
    ],
    ['differs from the suggestion by capitals alone', { outcome: 'CORRECTED', suggestion: standard }],
    ['is ambiguous without alternatives', { outcome: 'AMBIGUOUS', suggestion: standard }],
  ])('saves an address as typed if it %s', async (_, check) => {
    serveCheck(check);
    const added = collectAdded();
    await fillAndSave();
    await waitForPath('/addressbook');
    expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Ajo', zip: '85321', zip4: '0042' });
  });

  it.each([
    ['fails', () => HttpResponse.json({ message: 'x' }, { status: 503 })],
    ['cannot be reached', () => HttpResponse.error()],
    ['has been asked too often', () => HttpResponse.json({ message: 'x' }, { status: 429 })],
    ['does not answer', () => delay('infinite')],
  ])(
    'saves as typed when the service %s',
    async (_, answer) => {
      server.use(http.post(validationUrl, answer));
      const added = collectAdded();
      await fillAndSave();
      await waitForPath('/addressbook');
      expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Ajo' });
    },
    15_000,
  );

  it('shows invalid fields, and saves as typed on request', async () => {
    const asked = serveCheck({
      outcome: 'INVALID',
      messages: [{ propertyName: 'zip', code: 'anotherState', text: 'Of another state.' }],
    });
    const added = collectAdded();
    await fillAndSave();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('link', { name: 'Of another state.' })).toBeVisible();
    expect(summary).toHaveFocus();
    expect(screen.getByLabelText('ZIP code')).toHaveAccessibleDescription(/Of another state\./);
    expect(added).toHaveLength(0);

    await userEvent.type(screen.getByLabelText('City'), 's');
    expect(screen.queryByRole('button', { name: 'Save as typed' })).not.toBeInTheDocument();
    await save();
    await waitFor(() => expect(asked).toHaveLength(2));
    await userEvent.click(await screen.findByRole('button', { name: 'Save as typed' }));
    await waitForPath('/addressbook');
    expect(asked).toHaveLength(2);
    expect(added.map(({ body }) => body.city)).toEqual(['Ajos']);
  });

  it('shows the refusal of an address that was saved on request', async () => {
    serveCheck({
      outcome: 'INVALID',
      messages: [{ propertyName: 'line1', code: 'missing', text: 'Missing.' }],
    });
    server.use(
      http.post(bookUrl, () =>
        HttpResponse.json(
          [{ applicationSection: 'addressBook', propertyName: 'line1', validationErrors: ['Not empty.'] }],
          { status: 400 },
        ),
      ),
    );
    await fillAndSave();
    await userEvent.click(await screen.findByRole('button', { name: 'Save as typed' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Street address')).toHaveAccessibleDescription('Not empty.'),
    );
  });

  it('shows a suggestion beside the typed address and saves it', async () => {
    serveCheck(corrected);
    const added = collectAdded();
    await fillAndSave();
    expect(await findQuestion()).toHaveFocus();
    expect(await findQuestion()).toHaveAccessibleDescription('Check city and ZIP Code.');
    expect(screen.queryByLabelText('Street address')).not.toBeInTheDocument();
    expect(getButton('Keep what I entered')).toHaveAccessibleDescription(
      /You entered.*9 Yucca Rd.*Ajo ?Different/,
    );
    expect(getButton('Use the suggestion')).toHaveAccessibleDescription(
      /Suggested.*9 Yucca Rd.*Why ?Different/,
    );
    expect(screen.getAllByText('Different')).toHaveLength(2);
    expect(document.body).not.toHaveTextContent(/deliverable/i);
    expect(added).toHaveLength(0);

    await userEvent.click(getButton('Use the suggestion'));
    await waitForPath('/addressbook');
    expect(added).toHaveLength(1);
    expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Why', zip: '85321', zip4: '0042' });
  });

  it('saves the typed address on request, with the same key after a failure', async () => {
    const asked = serveCheck(corrected);
    const keys: (string | null)[] = [];
    server.use(
      http.post(bookUrl, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        expect(await request.json()).toMatchObject({ city: 'Ajo' });
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(saved, { status: 201 });
      }),
    );
    await fillAndSave();
    await findQuestion();
    await userEvent.click(getButton('Keep what I entered'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByLabelText('City')).toHaveValue('Ajo');
    await save();
    await waitForPath('/addressbook');
    expect(asked).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('keeps an accepted suggestion when saving fails', async () => {
    const asked = serveCheck(corrected);
    server.use(http.post(bookUrl, () => HttpResponse.error()));
    await fillAndSave();
    await findQuestion();
    await userEvent.click(getButton('Use the suggestion'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByLabelText('City')).toHaveValue('Why');
    const added = collectAdded();
    await save();
    await waitForPath('/addressbook');
    expect(asked).toHaveLength(1);
    expect(added[0]?.body).toMatchObject({ city: 'Why' });
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the button', () => userEvent.click(getButton('Back to the form'))],
  ])('returns to the form by %s with the typed values', async (_, goBack) => {
    const asked = serveCheck(corrected);
    const added = collectAdded();
    await fillAndSave();
    await findQuestion();
    await goBack();
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus());
    expect(screen.getByLabelText('Street address')).toHaveValue('  9 Yucca Rd ');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(Object.values(localStorage).join() + Object.values(sessionStorage).join()).toContain('9 Yucca Rd');
    await save();
    await findQuestion();
    expect(asked).toHaveLength(2);
    expect(added).toHaveLength(0);
  });

  it('offers every alternative and marks the differences', async () => {
    serveCheck({
      outcome: 'AMBIGUOUS',
      suggestion: standard,
      alternatives: [
        { ...standard, zip: '85341-0042' },
        { ...standard, line2: 'UNIT 2', state: 'NM' },
      ],
    });
    const added = collectAdded();
    await fillAndSave();
    await findQuestion();
    const [first, second] = screen.getAllByRole('button', { name: 'Use the suggestion' });
    expect(first).toHaveAccessibleDescription(/Suggested, 1.*Arizona.*85341-0042 ?Different/);
    expect(second).toHaveAccessibleDescription(/Suggested, 2.*UNIT 2 ?Different.*New Mexico ?Different/);
    expect(getButton('Keep what I entered')).toHaveAccessibleDescription(/\(empty\) ?Different/);
    if (second) await userEvent.click(second);
    await waitForPath('/addressbook');
    expect(added[0]?.body).toMatchObject({ line2: 'UNIT 2', state: 'NM', zip: '85321', zip4: '0042' });
  });

  it.each([
    ['city', 'differs'],
    ['zip', 'acrossBorder'],
  ])('asks without a suggestion when only the %s is in doubt', async (propertyName, code) => {
    serveCheck({
      outcome: 'AMBIGUOUS',
      messages: [{ propertyName, code, text: 'It may still be correct.' }],
      suggestion: standard,
    });
    const added = collectAdded();
    await fillAndSave();
    expect(
      await screen.findByRole('heading', { level: 2, name: 'Is this address correct?' }),
    ).toHaveAccessibleDescription('It may still be correct.');
    expect(screen.queryByRole('button', { name: 'Use the suggestion' })).toBeNull();
    await userEvent.click(getButton('Back to the form'));
    const field = await screen.findByLabelText(propertyName === 'city' ? 'City' : 'ZIP code');
    await waitFor(() => expect(field).toHaveFocus());
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep what I entered' }));
    await waitForPath('/addressbook');
    expect(added[0]?.body).toMatchObject({ city: 'Ajo', zip: '85321' });
  });

  it('saves at once when the map lacks the house number', async () => {
    serveCheck({
      outcome: 'AMBIGUOUS',
      messages: [{ propertyName: 'line1', code: 'numberNotOnMap', text: 'Not on the map.' }],
      suggestion: standard,
    });
    const added = collectAdded();
    await fillAndSave();
    await waitForPath('/addressbook');
    expect(added).toHaveLength(1);
  });

  it('does not suggest the abbreviations of the standard form', async () => {
    serveCheck({
      outcome: 'AMBIGUOUS',
      suggestion: { ...standard, line1: '9 YUCCA ROAD' },
      alternatives: [{ ...standard, line1: '9 YUCCA ROAD', city: 'WHY' }],
    });
    const added = collectAdded();
    await fillAndSave();
    await findQuestion();
    expect(screen.getAllByText('Different')).toHaveLength(2);
    await userEvent.click(getButton('Use the suggestion'));
    await waitForPath('/addressbook');
    expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Why' });
  });

  it('does not check an address that did not change', async () => {
    serveAddresses(home);
    const asked = serveCheck(corrected);
    server.use(http.put(`${bookUrl}/a1`, () => HttpResponse.json({ ...home, label: 'Nest' })));
    await renderApp('/addressbook/a1', createAccount());
    await userEvent.type(await screen.findByLabelText(/Nickname for this address/), 'Nest');
    await save();
    await waitForPath('/addressbook');
    await findCard('Nest');
    expect(asked).toHaveLength(0);
  });
});

describe('sending to agencies', () => {
  const page = '/addressbook/a1/agencies';
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send address' }));
  const buildIdentityPath = (id: string) => `${origin}/api/subscriptions/identities/${id}/address`;

  it('offers only connected records of agencies that accept addresses', async () => {
    serveAddresses(home);
    serveSubscriptions(
      createSubscription('v', true, [
        ['i1', 'Wagon', 'connected'],
        ['i2', 'Pickup', 'revoked'],
      ]),
      createSubscription('w', false, [['i3', 'Water', 'connected']]),
    );
    await renderApp(page, createAccount());
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes).toHaveLength(1);
    expect(boxes[0]).toHaveAccessibleName(/Wagon.*Service v · MVD/);
    expect(boxes[0]).not.toBeChecked();
    await send();
    expect(screen.getByText('Choose at least one record')).toBeVisible();
    expect(boxes[0]).toHaveFocus();
  });

  it('shows the answer of each agency and resends after a failure', async () => {
    serveAddresses(home);
    serveSubscriptions(
      createSubscription('v', true, [
        ['i1', 'Wagon', 'connected'],
        ['i2', 'Pickup', 'connected'],
      ]),
    );
    const bodies: unknown[] = [];
    server.use(
      http.put(buildIdentityPath('i1'), async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ acceptedAt: '2026-11-21T14:12:49Z' });
      }),
      http.put(buildIdentityPath('i2'), () =>
        HttpResponse.json({ code: 'agencyRefused', message: 'MVD is not there.' }, { status: 409 }),
      ),
    );
    await renderApp(page, createAccount());
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
    await send();
    const sent = await screen.findByRole('list', { name: 'Sent' });
    expect(sent).toHaveTextContent('Wagon');
    await waitFor(() =>
      expect(
        screen.getByText(/Some agencies did not accept the address/).closest('[tabindex]'),
      ).toHaveFocus(),
    );
    const left = screen.getByRole('checkbox', { name: /Pickup/ });
    expect(left).toBeChecked();
    expect(left).toHaveAccessibleDescription('MVD is not there.');
    expect(bodies).toEqual([
      {
        recipient: 'Rosa Delgado',
        line1: '1200 W Ocotillo Ln',
        line2: null,
        city: 'Tucson',
        state: 'AZ',
        zip: '85713',
        zip4: '1234',
        country: 'US',
      },
    ]);

    server.use(
      http.put(buildIdentityPath('i2'), () => HttpResponse.json({ acceptedAt: '2026-11-21T14:12:49Z' })),
    );
    await send();
    await waitFor(() => expect(screen.getByText('Address sent.').closest('[tabindex]')).toHaveFocus());
    expect(bodies).toHaveLength(1);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the address book' })).toBeVisible();
  });

  it('reports that no agency accepts addresses', async () => {
    serveAddresses(home);
    await renderApp(page, createAccount());
    expect(await screen.findByText(/None of your connected agencies/)).toBeVisible();
  });
});
