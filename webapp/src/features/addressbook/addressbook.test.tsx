import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { enter } from '@/testing/entering';
import { renderApp, rosa } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Check } from '@/components/address/place';
import type { Address } from './api';

const book = `${origin}/api/profile/addresses`;

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

const subscription = (id: string, acceptsAddressChange: boolean, identities: [string, string, string][]) => ({
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

/** The address book holds these from now on. */
function hold(...items: Address[]) {
  server.use(http.get(book, () => HttpResponse.json({ items })));
}

function connect(...items: ReturnType<typeof subscription>[]) {
  server.use(http.get(`${origin}/api/subscriptions`, () => HttpResponse.json({ items })));
}

const validation = `${origin}/api/addressvalidation`;

/** What the portal says of an address when it knows nothing; a test changes what it is about. */
const unverified: Check = {
  outcome: 'UNVERIFIED',
  kind: 'street',
  messages: [],
  suggestion: null,
  alternatives: [],
  credit: 'ZIP Codes: GeoNames (geonames.org), CC BY 4.0',
};

/** The portal says this of every address from now on; the bodies that it was asked about. */
function advise(check: Partial<Check>): unknown[] {
  const asked: unknown[] = [];
  server.use(
    http.post(validation, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...unverified, ...check });
    }),
  );
  return asked;
}

beforeEach(() => {
  connect();
  advise({});
});

const card = (name: string) => screen.findByRole('article', { name });
const names = () =>
  screen.getAllByRole('article').map((element) => within(element).getByRole('heading').textContent);
const at = (pathname: string) => waitFor(() => expect(window.location.pathname).toBe(pathname));

describe('the list', () => {
  it('shows addresses as they stand on an envelope, the primary one marked', async () => {
    hold(home, mother);
    await renderApp('/addressbook', rosa());
    const first = await card('Home');
    expect(first).toHaveTextContent('Rosa Delgado1200 W Ocotillo LnTucson, AZ 85713-1234602-555-0123');
    expect(within(first).getByText('Primary')).toBeVisible();
    expect(within(first).queryByRole('button', { name: /primary/ })).not.toBeInTheDocument();
    const second = await card('Mother');
    expect(second).toHaveTextContent('Mailing');
    expect(within(second).queryByText('Primary')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /to agencies/ })).not.toBeInTheDocument();
  });

  it('begins the name of each control with the words that it shows, by which speech input finds it', async () => {
    hold(home, mother);
    connect(subscription('v', true, [['i1', 'Wagon', 'connected']]));
    await renderApp('/addressbook', rosa());
    const second = within(await card('Mother'));
    await second.findByText('Send to agencies');
    const controls = [...second.getAllByRole('link'), ...second.getAllByRole('button')];
    expect(controls).toHaveLength(4);
    for (const control of controls)
      expect(control).toHaveAccessibleName(new RegExp(`^${control.textContent}`));
  });

  it('says what will be there when it is empty', async () => {
    hold();
    await renderApp('/addressbook', rosa());
    expect(await screen.findByText('No addresses yet')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Add an address' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Add an address' })).toBeVisible();
  });

  it('waits with a sign', async () => {
    server.use(http.get(book, () => delay('infinite')));
    await renderApp('/addressbook', rosa());
    await screen.findByRole('heading', { level: 1, name: 'Address book' });
    expect(screen.getByText('Loading…')).toBeInTheDocument();
  });

  it('says that it could not be loaded, and loads again', async () => {
    server.use(http.get(book, () => HttpResponse.json({ message: 'x' }, { status: 400 })));
    await renderApp('/addressbook', rosa());
    const retry = await screen.findByRole('button', { name: 'Try again' });
    hold(home);
    await userEvent.click(retry);
    await card('Home');
  });

  it('makes another address primary, and the focus follows it', async () => {
    hold(home, mother);
    server.use(
      http.put(`${book}/a2/primary`, async ({ request }) => {
        expect(await request.json()).toEqual({});
        return HttpResponse.json({
          items: [
            { ...mother, isPrimary: true },
            { ...home, isPrimary: false },
          ],
        });
      }),
    );
    await renderApp('/addressbook', rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Make primary: Mother' }));
    await waitFor(() => expect(names()).toEqual(['Mother', 'Home']));
    expect(screen.getByRole('heading', { name: 'Mother' })).toHaveFocus();
    expect(await screen.findByText('Mother is now your primary address.')).toBeVisible();
  });

  it('removes an address only after a question', async () => {
    hold(home, mother);
    let removed = 0;
    server.use(http.delete(`${book}/a2`, () => ((removed += 1), HttpResponse.json({ items: [home] }))));
    await renderApp('/addressbook', rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Mother' }));
    const dialog = screen.getByRole('dialog', { name: 'Remove Mother?' });
    expect(dialog).toHaveTextContent('PO Box 250, Nogales');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(removed).toBe(0);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Mother' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(names()).toEqual(['Home']));
    expect(removed).toBe(1);
    expect(screen.getByRole('list', { name: 'Your addresses' })).toHaveFocus();
  });

  it('says why a change failed and shows what is there now', async () => {
    hold(home, mother);
    await renderApp('/addressbook', rosa());
    const button = await screen.findByRole('button', { name: 'Make primary: Mother' });
    server.use(
      http.put(`${book}/a2/primary`, () =>
        HttpResponse.json({ code: 'addressNotFound', message: 'It is gone.' }, { status: 404 }),
      ),
    );
    hold(home);
    await userEvent.click(button);
    expect(await screen.findByText('It is gone.')).toBeVisible();
    await waitFor(() => expect(names()).toEqual(['Home']));
  });
});

async function fill() {
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

describe('the form', () => {
  it('lists what is missing and leads to it', async () => {
    hold(home);
    await renderApp('/addressbook/new', rosa());
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

  it('can be filled in by the browser', async () => {
    hold();
    await renderApp('/addressbook/new', rosa());
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

  it('keeps what was typed when saving fails, and sends the same key again', async () => {
    hold(home);
    const keys: (string | null)[] = [];
    const bodies: unknown[] = [];
    server.use(
      http.post(book, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        bodies.push(await request.json());
        if (keys.length === 1) return HttpResponse.error();
        hold(home, saved);
        return HttpResponse.json(saved, { status: 201 });
      }),
    );
    await renderApp('/addressbook/new', rosa());
    await fill();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing you entered is lost');
    expect(screen.getByLabelText('Street address')).toHaveValue('  9 Yucca Rd ');
    await save();
    await at('/addressbook');
    await card('Cabin');
    expect(names()).toEqual(['Home', 'Cabin']);
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

  it('that seemed to fail and was changed says that the first one is there, and lets a second one be added', async () => {
    hold(home);
    const keys: (string | null)[] = [];
    server.use(
      http.post(book, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1
          ? HttpResponse.json({ code: 'idempotencyKeyReused', message: 'x' }, { status: 409 })
          : HttpResponse.json(saved, { status: 201 });
      }),
    );
    await renderApp('/addressbook/new', rosa());
    await fill();
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We already saved an earlier version of this address',
    );
    await save();
    await at('/addressbook');
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('puts what the portal refuses to the fields', async () => {
    hold(home);
    const problem = (propertyName: string, message: string) => ({
      applicationSection: 'addressBook',
      propertyName,
      validationErrors: [message],
    });
    server.use(
      http.post(book, () =>
        HttpResponse.json([problem('zip4', 'Four digits.'), problem('phone', 'A US number.')], {
          status: 400,
        }),
      ),
    );
    await renderApp('/addressbook/new', rosa());
    await fill();
    await save();
    await screen.findByRole('alert');
    expect(screen.getByLabelText('ZIP code')).toHaveAccessibleDescription(/Four digits\./);
    expect(screen.getByLabelText(/Phone number/)).toHaveAccessibleDescription(/A US number\./);
  });

  it('changes an address', async () => {
    hold(home, mother);
    let body: unknown;
    server.use(
      http.put(`${book}/a2`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ ...mother, city: 'Rio Rico' });
      }),
    );
    await renderApp('/addressbook', rosa());
    await userEvent.click(await screen.findByRole('link', { name: 'Change Mother' }));
    const city = await screen.findByLabelText('City');
    expect(screen.getByRole('radio', { name: 'Mailing' })).toBeChecked();
    await userEvent.clear(city);
    await userEvent.type(city, 'Rio Rico');
    hold(home, { ...mother, city: 'Rio Rico' });
    await save();
    await at('/addressbook');
    expect(await card('Mother')).toHaveTextContent('Rio Rico, AZ 85621');
    expect(body).toMatchObject({
      label: 'Mother',
      type: 'mailing',
      city: 'Rio Rico',
      zip: '85621',
      zip4: null,
    });
  });

  it('of an address that is not in the book says so', async () => {
    hold(home);
    await renderApp('/addressbook/elsewhere', rosa());
    expect(await screen.findByText(/This address is not in your address book/)).toBeVisible();
  });

  it('forgets what was typed when it is cancelled', async () => {
    hold(home);
    await renderApp('/addressbook/new', rosa());
    await userEvent.type(await screen.findByLabelText('City'), 'Ajo');
    await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Add an address' }));
    expect(await screen.findByLabelText('City')).toHaveValue('');
  });

  it('offers to send a saved address to agencies that take it', async () => {
    hold(home);
    connect(subscription('v', true, [['i1', 'Wagon', 'connected']]));
    server.use(http.put(`${book}/a1`, () => HttpResponse.json(home)));
    await renderApp('/addressbook', rosa());
    await userEvent.click(await screen.findByRole('link', { name: 'Change Home' }));
    await screen.findByLabelText('City');
    await save();
    await at('/addressbook/a1/agencies');
    expect(
      await screen.findByText(/We saved your address. Agencies don’t get it automatically/),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Not now' }));
    await card('Home');
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
  const question = () => screen.findByRole('heading', { level: 2, name: title });
  const button = (name: string) => screen.getByRole('button', { name });

  /** What the address book is asked to add from now on. */
  function take(): { body: Record<string, unknown>; key: string | null }[] {
    const added: { body: Record<string, unknown>; key: string | null }[] = [];
    server.use(
      http.post(book, async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        added.push({ body, key: request.headers.get('idempotency-key') });
        return HttpResponse.json(saved, { status: 201 });
      }),
    );
    return added;
  }

  async function fillAndSave() {
    hold(home);
    await renderApp('/addressbook/new', rosa());
    await fill();
    await save();
  }

  it('asks without saying who it is', async () => {
    take();
    const headers: Headers[] = [];
    server.use(
      http.post(validation, async ({ request }) => {
        headers.push(request.headers);
        expect(await request.json()).toEqual({ ...typed, address: null, country: 'US' });
        return HttpResponse.json(unverified);
      }),
    );
    await fillAndSave();
    await at('/addressbook');
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
    ['could be another one that nobody knows', { outcome: 'AMBIGUOUS', suggestion: standard }],
  ])('saves at once and as typed what %s', async (_, check) => {
    advise(check);
    const added = take();
    await fillAndSave();
    await at('/addressbook');
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
      server.use(http.post(validation, answer));
      const added = take();
      await fillAndSave();
      await at('/addressbook');
      expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Ajo' });
    },
    15_000,
  );

  it('puts what is wrong to the fields, and saves as typed who insists', async () => {
    const asked = advise({
      outcome: 'INVALID',
      messages: [{ propertyName: 'zip', code: 'anotherState', text: 'Of another state.' }],
    });
    const added = take();
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
    await at('/addressbook');
    expect(asked).toHaveLength(2);
    expect(added.map(({ body }) => body.city)).toEqual(['Ajos']);
  });

  it('lets the rules of the address book have the last word', async () => {
    advise({ outcome: 'INVALID', messages: [{ propertyName: 'line1', code: 'missing', text: 'Missing.' }] });
    server.use(
      http.post(book, () =>
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

  it('shows a suggestion beside what was typed, and saves it', async () => {
    advise(corrected);
    const added = take();
    await fillAndSave();
    expect(await question()).toHaveFocus();
    expect(await question()).toHaveAccessibleDescription('Check city and ZIP Code.');
    expect(screen.queryByLabelText('Street address')).not.toBeInTheDocument();
    expect(button('Keep what I entered')).toHaveAccessibleDescription(
      /You entered.*9 Yucca Rd.*Ajo ?Different/,
    );
    expect(button('Use the suggestion')).toHaveAccessibleDescription(/Suggested.*9 Yucca Rd.*Why ?Different/);
    expect(screen.getAllByText('Different')).toHaveLength(2);
    expect(document.body).not.toHaveTextContent(/deliverable/i);
    expect(added).toHaveLength(0);

    await userEvent.click(button('Use the suggestion'));
    await at('/addressbook');
    expect(added).toHaveLength(1);
    expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Why', zip: '85321', zip4: '0042' });
  });

  it('saves what was typed when that is kept, with the same key as long as it fails', async () => {
    const asked = advise(corrected);
    const keys: (string | null)[] = [];
    server.use(
      http.post(book, async ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        expect(await request.json()).toMatchObject({ city: 'Ajo' });
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(saved, { status: 201 });
      }),
    );
    await fillAndSave();
    await question();
    await userEvent.click(button('Keep what I entered'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByLabelText('City')).toHaveValue('Ajo');
    await save();
    await at('/addressbook');
    expect(asked).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('keeps a suggestion that was taken when saving fails', async () => {
    const asked = advise(corrected);
    server.use(http.post(book, () => HttpResponse.error()));
    await fillAndSave();
    await question();
    await userEvent.click(button('Use the suggestion'));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByLabelText('City')).toHaveValue('Why');
    const added = take();
    await save();
    await at('/addressbook');
    expect(asked).toHaveLength(1);
    expect(added[0]?.body).toMatchObject({ city: 'Why' });
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the button', () => userEvent.click(button('Back to the form'))],
  ])('goes back to the form by %s, with all that was typed', async (_, goBack) => {
    const asked = advise(corrected);
    const added = take();
    await fillAndSave();
    await question();
    await goBack();
    await waitFor(() => expect(screen.getByLabelText('City')).toHaveFocus());
    expect(screen.getByLabelText('Street address')).toHaveValue('  9 Yucca Rd ');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(Object.values(localStorage).join() + Object.values(sessionStorage).join()).toContain('9 Yucca Rd');
    await save();
    await question();
    expect(asked).toHaveLength(2);
    expect(added).toHaveLength(0);
  });

  it('offers every address that may be meant, marked where it differs', async () => {
    advise({
      outcome: 'AMBIGUOUS',
      suggestion: standard,
      alternatives: [
        { ...standard, zip: '85341-0042' },
        { ...standard, line2: 'UNIT 2', state: 'NM' },
      ],
    });
    const added = take();
    await fillAndSave();
    await question();
    const [first, second] = screen.getAllByRole('button', { name: 'Use the suggestion' });
    expect(first).toHaveAccessibleDescription(/Suggested, 1.*Arizona.*85341-0042 ?Different/);
    expect(second).toHaveAccessibleDescription(/Suggested, 2.*UNIT 2 ?Different.*New Mexico ?Different/);
    expect(button('Keep what I entered')).toHaveAccessibleDescription(/\(empty\) ?Different/);
    if (second) await userEvent.click(second);
    await at('/addressbook');
    expect(added[0]?.body).toMatchObject({ line2: 'UNIT 2', state: 'NM', zip: '85321', zip4: '0042' });
  });

  it.each([
    ['city', 'differs'],
    ['zip', 'acrossBorder'],
  ])('asks without a suggestion when only the %s is in doubt', async (propertyName, code) => {
    advise({
      outcome: 'AMBIGUOUS',
      messages: [{ propertyName, code, text: 'It may still be correct.' }],
      suggestion: standard,
    });
    const added = take();
    await fillAndSave();
    expect(
      await screen.findByRole('heading', { level: 2, name: 'Is this address correct?' }),
    ).toHaveAccessibleDescription('It may still be correct.');
    expect(screen.queryByRole('button', { name: 'Use the suggestion' })).toBeNull();
    await userEvent.click(button('Back to the form'));
    expect(screen.getByLabelText(propertyName === 'city' ? 'City' : 'ZIP code')).toHaveFocus();
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep what I entered' }));
    await at('/addressbook');
    expect(added[0]?.body).toMatchObject({ city: 'Ajo', zip: '85321' });
  });

  it('saves at once when the map lacks the house number', async () => {
    advise({
      outcome: 'AMBIGUOUS',
      messages: [{ propertyName: 'line1', code: 'numberNotOnMap', text: 'Not on the map.' }],
      suggestion: standard,
    });
    const added = take();
    await fillAndSave();
    await at('/addressbook');
    expect(added).toHaveLength(1);
  });

  it('does not suggest the abbreviations of the standard form', async () => {
    advise({
      outcome: 'AMBIGUOUS',
      suggestion: { ...standard, line1: '9 YUCCA ROAD' },
      alternatives: [{ ...standard, line1: '9 YUCCA ROAD', city: 'WHY' }],
    });
    const added = take();
    await fillAndSave();
    await question();
    expect(screen.getAllByText('Different')).toHaveLength(2);
    await userEvent.click(button('Use the suggestion'));
    await at('/addressbook');
    expect(added[0]?.body).toMatchObject({ line1: '9 Yucca Rd', city: 'Why' });
  });

  it('asks nothing about a place that does not change', async () => {
    hold(home);
    const asked = advise(corrected);
    server.use(http.put(`${book}/a1`, () => HttpResponse.json({ ...home, label: 'Nest' })));
    await renderApp('/addressbook/a1', rosa());
    await userEvent.type(await screen.findByLabelText(/Nickname for this address/), 'Nest');
    await save();
    await at('/addressbook');
    await card('Nest');
    expect(asked).toHaveLength(0);
  });
});

describe('sending to agencies', () => {
  const page = '/addressbook/a1/agencies';
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send address' }));
  const identity = (id: string) => `${origin}/api/subscriptions/identities/${id}/address`;

  it('offers only records that are connected at agencies that take an address', async () => {
    hold(home);
    connect(
      subscription('v', true, [
        ['i1', 'Wagon', 'connected'],
        ['i2', 'Pickup', 'revoked'],
      ]),
      subscription('w', false, [['i3', 'Water', 'connected']]),
    );
    await renderApp(page, rosa());
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes).toHaveLength(1);
    expect(boxes[0]).toHaveAccessibleName(/Wagon.*Service v · MVD/);
    expect(boxes[0]).not.toBeChecked();
    await send();
    expect(screen.getByText('Choose at least one record')).toBeVisible();
    expect(boxes[0]).toHaveFocus();
  });

  it('says what each agency answered, and sends again what failed', async () => {
    hold(home);
    connect(
      subscription('v', true, [
        ['i1', 'Wagon', 'connected'],
        ['i2', 'Pickup', 'connected'],
      ]),
    );
    const bodies: unknown[] = [];
    server.use(
      http.put(identity('i1'), async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ acceptedAt: '2026-11-21T14:12:49Z' });
      }),
      http.put(identity('i2'), () =>
        HttpResponse.json({ code: 'agencyRefused', message: 'MVD is not there.' }, { status: 409 }),
      ),
    );
    await renderApp(page, rosa());
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

    server.use(http.put(identity('i2'), () => HttpResponse.json({ acceptedAt: '2026-11-21T14:12:49Z' })));
    await send();
    await waitFor(() => expect(screen.getByText('Address sent.').closest('[tabindex]')).toHaveFocus());
    expect(bodies).toHaveLength(1);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the address book' })).toBeVisible();
  });

  it('says so when no agency takes an address', async () => {
    hold(home);
    await renderApp(page, rosa());
    expect(await screen.findByText(/None of your connected agencies/)).toBeVisible();
  });
});
