import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { createQuestion } from '@/testing/questions';
import { origin, server } from '@/testing/server';
import type { Business } from '@/components/businessLabels';
import type { Application, ApplicationSummary, FormSummary, Fee, Owed } from './api';
import { sortByUrgency } from './applications';

const api = `${origin}/api/businessapplications`;
const agency = { id: 'azcc', name: 'the Commission' };

const createSummary = (id: string, changed: Partial<ApplicationSummary> = {}): ApplicationSummary => ({
  id,
  formId: 'azcc-entity-x',
  formName: `Form ${id}`,
  agency,
  businessId: 'b1',
  businessName: 'Ocotillo LLC',
  role: 'owner',
  state: 'draft',
  nextActor: 'applicant',
  since: '2026-11-20T17:00:00Z',
  due: null,
  createdAt: '2026-11-20T17:00:00Z',
  submittedAt: null,
  isDelivered: null,
  ...changed,
});

const business: Business = {
  id: 'b1',
  name: 'Ocotillo LLC',
  entityType: 'llc',
  countyId: 'pima',
  role: 'owner',
  createdAt: '2026-11-20T17:00:00Z',
  revision: 1,
};

const createFee = (changed: Partial<Fee> = {}): Fee => ({
  label: 'Filing',
  amount: '50.00',
  status: 'notConfirmed',
  sourceUrl: null,
  checkedOn: null,
  ...changed,
});

const createOwed = (...fees: Fee[]): Owed => ({
  fees,
  amount: fees.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2),
  isComplete: true,
  requested: null,
});

const formSummary: FormSummary = {
  id: 'azcc-entity-x',
  name: 'Articles',
  description: 'Forms a company.',
  agency,
  serviceId: 'azcc-entity',
  entityTypes: ['llc'],
  fees: [createFee()],
  decisionBusinessDays: 15,
};

const createApplication = (changed: Partial<Application> = {}): Application => ({
  ...createSummary('a1', { formName: 'Articles' }),
  form: {
    ...formSummary,
    sections: [
      {
        id: 'company',
        title: 'The company',
        introduction: null,
        fields: [
          createQuestion('Name'),
          createQuestion('Reserved', { kind: 'yesNo' }),
          createQuestion('Number', { shownWhen: { field: 'Reserved', equals: 'yes' } }),
        ],
      },
      {
        id: 'start',
        title: 'Start',
        introduction: null,
        fields: [createQuestion('Day', { kind: 'date', isRequired: false })],
      },
    ],
    documents: [],
    declaration: 'I affirm that it is true.',
  },
  answers: { Name: 'Ocotillo LLC' },
  owed: createOwed(createFee()),
  revision: 3,
  savedAt: '2026-11-20T17:00:00Z',
  documents: [],
  history: [],
  agencyReference: null,
  canEdit: true,
  canWithdraw: true,
  ...changed,
});

function serveLists({
  applications = [],
  businesses = [],
  forms = [],
  planName = null,
}: {
  applications?: ApplicationSummary[];
  businesses?: Business[];
  forms?: FormSummary[];
  planName?: string | null;
}) {
  server.use(
    http.get(`${api}/applications`, () => HttpResponse.json({ items: applications })),
    http.get(`${api}/businesses`, () => HttpResponse.json({ items: businesses })),
    http.get(`${api}/forms`, () => HttpResponse.json({ items: forms })),
    http.get(`${api}/businessnames/reservations`, () => HttpResponse.json({ items: [] })),
    http.get(`${api}/plan`, () =>
      HttpResponse.json(
        planName === null
          ? { answers: null, savedAt: null, revision: 0 }
          : { answers: { name: planName }, savedAt: '2026-11-20T17:00:00Z', revision: 1 },
      ),
    ),
  );
}

/** Serves this application; returns the bodies of saves and submissions. */
function serveApplication(held: Application) {
  let current = held;
  const saved: { answers: Record<string, string>; revision: number }[] = [];
  server.use(
    http.get(`${api}/applications/a1`, () => HttpResponse.json(current)),
    http.put(`${api}/applications/a1/answers`, async ({ request }) => {
      const body = (await request.json()) as (typeof saved)[number];
      if (body.revision !== current.revision)
        return HttpResponse.json({ code: 'applicationChanged', message: 'Changed.' }, { status: 409 });
      saved.push(body);
      current = { ...current, answers: body.answers, revision: current.revision + 1 };
      return HttpResponse.json({
        revision: current.revision,
        savedAt: '2026-11-21T17:00:00Z',
        owed: current.owed,
      });
    }),
  );
  return {
    saved,
    change: (changed: Partial<Application>) => {
      current = { ...current, ...changed, revision: current.revision + 1 };
    },
  };
}

beforeEach(() => {
  localStorage.clear();
  serveLists({});
});

describe('sortByUrgency', () => {
  it('puts applications that wait for the person first, and closed ones last', () => {
    const due = (businessDays: number) => ({ on: '2026-12-01', businessDays });
    const sorted = sortByUrgency([
      createSummary('over', { state: 'approved', nextActor: null }),
      createSummary('agency', { state: 'inReview', nextActor: 'agency', due: due(2) }),
      createSummary('draft'),
      createSummary('viewed', { role: 'viewer' }),
      createSummary('late', { state: 'needsInformation', due: due(-1) }),
      createSummary('soon', { state: 'needsInformation', due: due(3) }),
    ]);
    expect(sorted.map(({ id }) => id)).toEqual(['late', 'soon', 'draft', 'agency', 'viewed', 'over']);
  });
});

describe('the dashboard', () => {
  it('shows the first steps to a person without a business', async () => {
    await renderApp('/businessapplications/dashboard', createAccount());
    expect(await screen.findByText('No businesses yet.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Start planning' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Start an application' })).not.toBeInTheDocument();
  });

  it('shows the next step, who acts since when, and how much time is left', async () => {
    const due = (businessDays: number) => ({ on: '2026-12-01', businessDays });
    serveLists({
      businesses: [business],
      applications: [
        createSummary('1', { state: 'needsInformation', due: due(3) }),
        createSummary('2', { state: 'needsInformation', due: due(1) }),
        createSummary('3', { state: 'inReview', nextActor: 'agency', due: due(0), isDelivered: true }),
        createSummary('4', { state: 'received', nextActor: 'agency', due: due(-2), isDelivered: true }),
        createSummary('5', { state: 'submitted', nextActor: 'agency', isDelivered: false }),
        createSummary('6', { role: 'viewer' }),
        createSummary('7', { state: 'refused', nextActor: null }),
      ],
    });
    await renderApp('/businessapplications/dashboard', createAccount());
    const item = async (id: string) => screen.findByRole('article', { name: new RegExp(`^Form ${id} .`) });
    expect(await item('1')).toHaveTextContent('Next: You, since Nov 20, 2026');
    expect(await item('1')).toHaveTextContent('3 business days left (Dec 1, 2026)');
    expect(await item('2')).toHaveTextContent('1 business day left');
    expect(await item('3')).toHaveTextContent('Next: the Commission');
    expect(await item('3')).toHaveTextContent('due today');
    expect(await item('4')).toHaveTextContent('2 business days late');
    expect(await item('5')).toHaveTextContent('will keep trying');
    expect(await item('6')).toHaveTextContent('An owner or manager of the business must finish');
    expect(await item('6')).toHaveTextContent('Next: The business');
    expect(screen.getByText('2 applications need your action.')).toBeVisible();
    expect(screen.getByText('1 closed')).toBeVisible();
    const yours = screen.getAllByRole('article').map((element) => element.textContent);
    expect(yours[0]).toContain('Form 2');
  });

  it('shows the applications of one business', async () => {
    serveLists({
      businesses: [business, { ...business, id: 'b2', name: 'Palo Verde LLC' }],
      applications: [createSummary('1'), createSummary('2', { businessId: 'b2' })],
    });
    await renderApp('/businessapplications/dashboard?business=b2', createAccount());
    expect(await screen.findByRole('article', { name: /^Form 2 ./ })).toBeVisible();
    expect(screen.queryByRole('article', { name: /^Form 1 ./ })).not.toBeInTheDocument();
    await userEvent.selectOptions(screen.getByLabelText('Business'), 'All businesses');
    expect(await screen.findByRole('article', { name: /^Form 1 ./ })).toBeVisible();
  });
});

describe('starting an application', () => {
  it('asks for the business, and sends one key for repeated attempts', async () => {
    serveLists({
      businesses: [business, { ...business, id: 'b2', name: 'Palo Verde LLC' }],
      forms: [formSummary],
    });
    serveApplication(createApplication());
    const keys: (string | null)[] = [];
    server.use(
      http.post(`${api}/applications`, ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length === 1
          ? HttpResponse.json({ code: 'x', message: 'Try again.' }, { status: 409 })
          : HttpResponse.json(createApplication(), { status: 201 });
      }),
    );
    await renderApp('/businessapplications/applications/new', createAccount());
    const begin = await screen.findByRole('button', { name: 'Start: Articles' });
    expect(screen.getByRole('article', { name: 'Articles' })).toHaveTextContent(
      /Filing \$50\.00Not confirmedAsk about fees that are not confirmed: /,
    );
    expect(screen.getByText('The agency says: 15 business days')).toBeVisible();
    await userEvent.click(begin);
    expect(screen.getByRole('alert')).toHaveTextContent('Choose the business that is applying');
    await userEvent.selectOptions(screen.getByLabelText('Which business is this for?'), 'Palo Verde LLC');
    await userEvent.click(begin);
    expect(await screen.findByText('Try again.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Start: Articles' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Articles' })).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
  });

  const another = { ...business, id: 'b2', name: 'Palo Verde LLC' };

  it('preselects the business of the saved plan', async () => {
    serveLists({ businesses: [business, another], forms: [formSummary], planName: 'palo verde LLC ' });
    await renderApp('/businessapplications/applications/new', createAccount());
    const choice = await screen.findByLabelText('Which business is this for?');
    await waitFor(() => expect(choice).toHaveValue('b2'));
    expect(choice).toHaveAccessibleDescription('Chosen from your plan.');
    await userEvent.selectOptions(choice, 'Ocotillo LLC');
    expect(choice).toHaveValue('b1');
    expect(choice).not.toHaveAccessibleDescription();
  });

  it.each([
    ['first of all', [], 'Your plan is for Ironwood LLC. We filled in the form from it.', 'Add a business'],
    [
      'beside others',
      [business, another],
      'Your plan is for Ironwood LLC, which isn’t listed.',
      'Add it as a business',
    ],
  ] as const)('offers to add the business of the plan, %s', async (_, businesses, text, link) => {
    serveLists({ businesses: [...businesses], planName: 'Ironwood LLC' });
    await renderApp('/businessapplications/applications/new', createAccount());
    expect(await screen.findByText(/^Your plan is for/)).toHaveTextContent(text);
    expect(screen.getByRole('link', { name: link })).toHaveAttribute(
      'href',
      '/businessapplications/businesses/new',
    );
  });

  it('marks a form for other types of business, and links to the draft', async () => {
    serveLists({
      businesses: [business],
      forms: [{ ...formSummary, id: 'other', name: 'Other', entityTypes: ['corporation'] }, formSummary],
      applications: [createSummary('a9')],
    });
    await renderApp('/businessapplications/applications/new', createAccount());
    expect(await screen.findByRole('article', { name: 'Other' })).toHaveTextContent(
      'Not for your type of business.',
    );
    expect(screen.getByRole('link', { name: /Continue your draft/ })).toHaveAttribute(
      'href',
      '/businessapplications/applications/a9',
    );
  });
});

describe('the form', () => {
  it('shows a question when its condition is met, and saves typed answers', async () => {
    const { saved } = serveApplication(createApplication());
    await renderApp('/businessapplications/applications/a1', createAccount());
    await userEvent.click(await screen.findByRole('radio', { name: 'Yes' }));
    await userEvent.type(screen.getByLabelText('Number'), '77');
    await waitFor(() => expect(screen.getByText(/^Saved at/)).toBeVisible());
    expect(saved).toEqual([
      { answers: { Name: 'Ocotillo LLC', Reserved: 'yes', Number: '77' }, revision: 3 },
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'No' }));
    expect(screen.queryByLabelText('Number')).not.toBeInTheDocument();
  });

  const withPeople = (
    typed: Application['answers'][string] | null,
    changed: Parameters<typeof createQuestion>[1] = {},
  ) =>
    createApplication({
      form: {
        ...createApplication().form,
        sections: [
          {
            id: 'people',
            title: 'People',
            introduction: null,
            fields: [createQuestion('Members', { kind: 'people', ...changed })],
          },
        ],
      },
      answers: typed ? { Members: typed } : {},
    });

  const withName = () =>
    createApplication({
      form: {
        ...createApplication().form,
        sections: [
          {
            id: 'company',
            title: 'The company',
            introduction: null,
            fields: [createQuestion('Name', { kind: 'businessName' })],
          },
        ],
      },
    });

  function answerNameCheck(reply: object) {
    const asked: string[] = [];
    server.use(
      http.get(`${api}/applications/a1/namecheck`, ({ request }) => {
        const name = new URL(request.url).searchParams.get('name') ?? '';
        asked.push(name);
        return HttpResponse.json({ name, reasons: [], close: [], reservedUntil: null, ...reply });
      }),
    );
    return asked;
  }

  it('checks a name after a pause in typing', async () => {
    serveApplication(withName());
    const asked = answerNameCheck({
      verdict: 'unavailable',
      reasons: [{ severity: 'blocks', text: 'The name exists.' }],
      close: [{ id: 'c1', name: 'Ocotilla LLC', status: 'active' }],
    });
    await renderApp('/businessapplications/applications/a1', createAccount());
    expect(await screen.findByText(/isn’t available, so you can’t submit it/)).toBeVisible();
    expect(screen.getByText('The name exists.')).toBeVisible();
    expect(screen.getByText('Ocotilla LLC')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Name'), ' Two');
    await waitFor(() => expect(asked).toEqual(['Ocotillo LLC', 'Ocotillo LLC Two']));
  });

  it('marks an available name that has a warning', async () => {
    serveApplication(withName());
    answerNameCheck({
      verdict: 'available',
      reasons: [{ severity: 'tells', text: 'UNIVERSITY may need a license.' }],
    });
    await renderApp('/businessapplications/applications/a1', createAccount());
    expect(await screen.findByText('Available, but read this first:')).toBeVisible();
    expect(screen.getByText('UNIVERSITY may need a license.')).toBeVisible();
  });

  it('lists the active reservations of names', async () => {
    serveApplication(withName());
    answerNameCheck({ verdict: 'available', reservedUntil: '2027-03-21T18:00:00Z' });
    server.use(
      http.get(`${api}/businessnames/reservations`, () =>
        HttpResponse.json({
          items: [
            { id: 'r1', name: 'Saguaro Repair LLC', status: 'active', expiresAt: '2027-03-21T18:00:00Z' },
            { id: 'r2', name: 'Gone LLC', status: 'expired', expiresAt: '2026-03-21T18:00:00Z' },
          ],
        }),
      ),
    );
    await renderApp('/businessapplications/applications/a1', createAccount());
    const list = await screen.findByLabelText(/A name you reserved/);
    expect(within(list).queryByText(/Gone/)).not.toBeInTheDocument();
    await userEvent.selectOptions(list, 'Saguaro Repair LLC');
    expect(screen.getByLabelText('Name')).toHaveValue('Saguaro Repair LLC');
    expect(await screen.findByText(/Your business reserved it until/)).toBeVisible();
  });

  it('moves the focus when people are added and removed', async () => {
    const { saved } = serveApplication(withPeople(null));
    await renderApp('/businessapplications/applications/a1', createAccount());
    await userEvent.type(await screen.findByLabelText('Name'), 'Ana Peña');
    expect(screen.queryByRole('button', { name: 'Remove Ana Peña' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Add a person' }));
    const second = within(screen.getByRole('group', { name: 'Person 2' })).getByLabelText('Name');
    expect(second).toHaveFocus();
    expect(screen.getByText('People in this list: 2 of at most 50.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove person 2' })).toBeVisible();
    await userEvent.type(second, 'Sam');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Ana Peña' }));
    expect(screen.getByRole('button', { name: 'Add a person' })).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('Sam');
    await waitFor(() => expect(saved.at(-1)?.answers).toEqual({ Members: [{ name: 'Sam' }] }));
  });

  it('offers no more people than the question allows', async () => {
    serveApplication(withPeople([{ name: 'Ana' }, { name: 'Sam' }], { maximum: 2 }));
    await renderApp('/businessapplications/applications/a1', createAccount());
    expect(await screen.findByText(/^You can list up to 2 people/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a person' })).not.toBeInTheDocument();
  });

  it('links from an error to a part of a person', async () => {
    serveApplication(withPeople([{ name: 'Ana' }, {}], { hasAddress: true }));
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: /^Submit to/ }));
    const list = screen.getByRole('alert');
    await userEvent.click(
      within(list).getByRole('link', {
        name: 'Members: person 2: Enter the name, or remove this person',
      }),
    );
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', 'answer-Members.1.name'));
    expect(document.activeElement).toBeInvalid();
  });

  it('suggests another address before the next step', async () => {
    const served = withPeople({ line1: '1 Main St', city: 'Tucson', zip: '85004' }, { kind: 'address' });
    const { saved } = serveApplication(served);
    const place = { line1: '1 MAIN ST', line2: '', state: 'AZ', zip: '85004', country: 'US', countyId: null };
    server.use(
      http.post(`${origin}/api/addressvalidation`, () =>
        HttpResponse.json({
          outcome: 'AMBIGUOUS',
          kind: 'street',
          messages: [{ propertyName: 'city', code: 'differs', text: 'Check both.' }],
          suggestion: { ...place, city: 'TUCSON' },
          alternatives: [{ ...place, city: 'PHOENIX' }],
          credit: '',
        }),
      ),
    );
    await renderApp('/businessapplications/applications/a1', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Which address should we save?' })).toHaveFocus(),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Use the suggestion' }));
    expect(await screen.findByText('1 Main St, Phoenix, AZ 85004')).toBeVisible();
    await waitFor(() =>
      expect(saved.at(-1)?.answers).toEqual({
        Members: { line1: '1 Main St', city: 'Phoenix', state: 'AZ', zip: '85004' },
      }),
    );
  });

  it.each([
    ['confirmed fees alone', [createFee({ status: 'confirmed' })], {}, 'Filing $50.00', 'Amount owed $50.00'],
    [
      'confirmed fees, and those that the agency tells',
      [createFee({ status: 'confirmed' }), createFee({ label: 'Speed', amount: null, status: 'unknown' })],
      { isComplete: false },
      'Speed The agency tells you the amount',
      'Amount owed so far, without fees that the agency tells you $50.00',
    ],
    [
      'no amount that is owed',
      [createFee({ amount: null, status: 'notConfirmed' })],
      { isComplete: false },
      'Filing The agency tells you the amount',
      null,
    ],
    [
      'the total that the agency asks',
      [createFee({ amount: null, status: 'notConfirmed' })],
      { isComplete: false, requested: { amount: '85.00', at: '2026-11-20T18:30:00Z' } },
      'the Commission said this on Nov 20, 2026',
      'Amount owed, as the agency says $85.00',
    ],
  ])('shows %s', async (_case, fees, changes, listed, sum) => {
    serveApplication(createApplication({ owed: { ...createOwed(...fees), ...changes } }));
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    const part = await screen.findByRole('region', { name: 'Fees' });
    expect(part).toHaveTextContent(listed);
    if (sum === null) expect(part).not.toHaveTextContent('Amount owed');
    else expect(part).toHaveTextContent(sum);
  });

  it('links from an error to its field on another step', async () => {
    serveApplication(createApplication({ answers: { Reserved: 'no' } }));
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: /^Submit to/ }));
    const list = screen.getByRole('alert');
    expect(
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name: Fill this in', 'Confirm the declaration before you submit']);
    await userEvent.click(within(list).getByRole('link', { name: /^Name/ }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name: Fill this in');
  });

  it('shows the errors in the new language', async () => {
    serveApplication(createApplication({ answers: { Reserved: 'no' } }));
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: /^Submit to/ }));
    expect(screen.getByRole('alert')).toHaveTextContent('Confirm the declaration before you submit');
    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Name: Complete este dato'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Confirme la declaración antes de presentar la solicitud',
    );
  });

  it('submits once on a double click, and shows the status', async () => {
    serveApplication(createApplication({ answers: { Name: 'Ocotillo LLC', Reserved: 'no' } }));
    const sent = vi.fn();
    server.use(
      http.post(`${api}/applications/a1/submission`, async ({ request }) => {
        sent(await request.json());
        return HttpResponse.json(
          createApplication({
            state: 'submitted',
            nextActor: 'agency',
            canEdit: false,
            submittedAt: '2026-11-21T17:00:00Z',
            isDelivered: true,
          }),
        );
      }),
    );
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByLabelText('I affirm that it is true.'));
    await userEvent.dblClick(screen.getByRole('button', { name: /^Submit to/ }));
    expect(await screen.findByText('Your application is submitted')).toBeVisible();
    expect(sent.mock.calls).toEqual([[{ revision: 3, isDeclared: true }]]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows the errors of a refused submission at their fields', async () => {
    serveApplication(createApplication({ answers: { Name: 'Ocotillo LLC', Reserved: 'no' } }));
    server.use(
      http.post(`${api}/applications/a1/submission`, () =>
        HttpResponse.json(
          [
            {
              applicationSection: 'x',
              propertyName: 'answers.Name',
              validationErrors: ['Name: this name is taken.'],
            },
          ],
          { status: 400 },
        ),
      ),
    );
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByLabelText('I affirm that it is true.'));
    await userEvent.click(screen.getByRole('button', { name: /^Submit to/ }));
    await userEvent.click(await screen.findByRole('link', { name: 'Name: this name is taken.' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  });

  it('shows one message for an answer that the page and the portal refuse', async () => {
    serveApplication(createApplication());
    const refusal = {
      applicationSection: 'x',
      propertyName: 'answers.Name',
      validationErrors: ['Name: enter it.'],
    };
    server.use(
      http.put(`${api}/applications/a1/answers`, () => HttpResponse.json([refusal], { status: 400 })),
    );
    await renderApp('/businessapplications/applications/a1', createAccount());
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await waitFor(() => expect(name).toHaveAccessibleDescription(/Name: enter it\./));
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(name).not.toHaveAccessibleDescription(/Name: enter it\./));
    expect(name).toBeInvalid();
  });

  it('submits a change by somebody else only after showing it', async () => {
    const { change } = serveApplication(
      createApplication({ answers: { Name: 'Ocotillo LLC', Reserved: 'no' } }),
    );
    const revisions: number[] = [];
    server.use(
      http.post(`${api}/applications/a1/submission`, async ({ request }) => {
        const { revision } = (await request.json()) as { revision: number };
        revisions.push(revision);
        return revision === 4
          ? HttpResponse.json(createApplication({ state: 'submitted', nextActor: 'agency', canEdit: false }))
          : HttpResponse.json({ code: 'applicationChanged', message: 'It has changed.' }, { status: 409 });
      }),
    );
    await renderApp('/businessapplications/applications/a1?step=-review', createAccount());
    await userEvent.click(await screen.findByLabelText('I affirm that it is true.'));
    change({ answers: { Name: 'Palo Verde LLC', Reserved: 'no' } });
    await userEvent.click(screen.getByRole('button', { name: /^Submit to/ }));
    expect(await screen.findByText('It has changed.')).toBeVisible();
    expect(await screen.findByText('Palo Verde LLC')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Submit to/ }));
    expect(await screen.findByText('Your application is submitted')).toBeVisible();
    expect(revisions).toEqual([3, 4]);
  });

  it('loads a change by somebody else, and keeps typed answers', async () => {
    const { change, saved } = serveApplication(createApplication());
    await renderApp('/businessapplications/applications/a1', createAccount());
    const name = await screen.findByLabelText('Name');
    change({ answers: { Name: 'Palo Verde LLC', Reserved: 'no' } });
    await userEvent.type(name, ' of Bisbee');
    expect(await screen.findByText(/changed in another window or by another person/)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'No' })).toBeChecked();
    expect(name).toHaveValue('Ocotillo LLC of Bisbee');
    expect(name).toHaveFocus();
    await waitFor(() =>
      expect(saved).toEqual([{ answers: { Name: 'Ocotillo LLC of Bisbee', Reserved: 'no' }, revision: 4 }]),
    );
  });

  it('shows what became of an application that was submitted in another window', async () => {
    serveApplication(createApplication());
    await renderApp('/businessapplications/applications/a1', createAccount());
    const name = await screen.findByLabelText('Name');
    const submitted = createApplication({ state: 'submitted', nextActor: 'agency', canEdit: false });
    server.use(
      http.get(`${api}/applications/a1`, () => HttpResponse.json(submitted)),
      http.put(`${api}/applications/a1/answers`, () =>
        HttpResponse.json(
          { code: 'notEditable', message: 'This application is with the agency.' },
          { status: 409 },
        ),
      ),
    );
    await userEvent.type(name, '!');
    expect(
      await screen.findByRole('heading', { name: 'This application can’t be changed now' }),
    ).toBeVisible();
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('restores answers that were not saved before the page was left', async () => {
    const person = createAccount();
    serveApplication(createApplication());
    server.use(http.put(`${api}/applications/a1/answers`, () => HttpResponse.error()));
    const { unmount } = await renderApp('/businessapplications/applications/a1', person);
    await userEvent.type(await screen.findByLabelText('Name'), ' of Bisbee');
    unmount();
    const { saved } = serveApplication(createApplication());
    await renderApp('/businessapplications/applications/a1', person);
    expect(await screen.findByLabelText('Name')).toHaveValue('Ocotillo LLC of Bisbee');
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  it('shows a viewer no fields and buttons', async () => {
    serveApplication(createApplication({ role: 'viewer', canEdit: false, canWithdraw: false }));
    await renderApp('/businessapplications/applications/a1', createAccount());
    expect(await screen.findByText('Answers so far')).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Remove|Withdraw/ })).not.toBeInTheDocument();
  });
});

it('shows that an application does not exist', async () => {
  server.use(
    http.get(`${api}/applications/a1`, () =>
      HttpResponse.json({ code: 'applicationNotFound', message: 'x' }, { status: 404 }),
    ),
  );
  await renderApp('/businessapplications/applications/a1', createAccount());
  expect(await screen.findByRole('heading', { name: 'Application not found' })).toBeVisible();
});
