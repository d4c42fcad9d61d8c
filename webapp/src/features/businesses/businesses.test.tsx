import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { BusinessDetails } from './api';

const api = `${origin}/api/businessapplications`;

const details = (changed: Partial<BusinessDetails> = {}): BusinessDetails => ({
  id: 'b1',
  name: 'Ocotillo LLC',
  entityType: 'llc',
  countyId: 'pima',
  role: 'owner',
  createdAt: '2026-11-20T17:00:00Z',
  revision: 4,
  members: [
    { id: 'm1', name: 'Rosa Delgado', role: 'owner', joinedAt: '2026-11-20T17:00:00Z', isYou: true },
    { id: 'm2', name: 'Marco Ruiz', role: 'viewer', joinedAt: '2026-11-20T17:00:00Z', isYou: false },
  ],
  invitations: [
    {
      id: 'i1',
      email: 'eva@example.org',
      role: 'manager',
      invitedBy: 'Rosa Delgado',
      sentAt: '2026-11-20T17:00:00Z',
      expiresAt: '2026-11-27T17:00:00Z',
      state: 'open',
    },
  ],
  ...changed,
});

function serveBusiness(business: BusinessDetails) {
  server.use(http.get(`${api}/businesses/b1`, () => HttpResponse.json(business)));
}

const refusal = (status: number, code: string) => () =>
  HttpResponse.json({ code, message: `The portal says ${code}.` }, { status });

beforeEach(() => {
  localStorage.clear();
  serveBusiness(details());
  server.use(
    http.get(`${api}/applications`, () => HttpResponse.json({ items: [] })),
    http.get(`${api}/businesses`, () => HttpResponse.json({ items: [] })),
    http.get(`${api}/businessnames/reservations`, () => HttpResponse.json({ items: [] })),
    http.get(`${api}/plan`, () => HttpResponse.json({ answers: null, savedAt: null, revision: 0 })),
  );
});

describe('adding a business', () => {
  const add = '/businessapplications/businesses/new';

  it('begins with the plan that this browser keeps', async () => {
    localStorage.setItem(
      'saguaro.plan',
      JSON.stringify({ name: 'Palo Verde LLC', entityType: 'llc', businessCountyId: 'pima' }),
    );
    const bodies: unknown[] = [];
    server.use(
      http.post(`${api}/businesses`, async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(details(), { status: 201 });
      }),
    );
    await renderApp(add, createAccount());
    expect(await screen.findByLabelText('Name of the business')).toHaveValue('Palo Verde LLC');
    await waitFor(() => expect(screen.getByLabelText('County of the business')).toHaveValue('pima'));
    await userEvent.click(screen.getByRole('button', { name: 'Add business' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ocotillo LLC' })).toBeVisible();
    expect(bodies).toEqual([
      { name: 'Palo Verde LLC', entityType: 'llc', countyId: 'pima', allowSameName: false },
    ]);
  });

  const savedPlan = {
    answers: {
      name: 'Ironwood LLC',
      entityType: 'llc',
      businessCountyId: 'pima',
      categoryId: '',
      employees: '',
      municipalityId: '',
    },
    savedAt: '2026-11-20T17:00:00Z',
    revision: 2,
  };
  const fromPlan = () => screen.queryByText(/^Filled in from/)?.textContent;

  it('begins with the plan of the account where this browser has none, and says what comes from it', async () => {
    server.use(http.get(`${api}/plan`, () => HttpResponse.json(savedPlan)));
    await renderApp(add, createAccount());
    const name = await screen.findByLabelText('Name of the business');
    expect(name).toHaveValue('Ironwood LLC');
    expect(screen.getByLabelText('What is the business structure?')).toHaveValue('llc');
    await waitFor(() => expect(screen.getByLabelText('County of the business')).toHaveValue('pima'));
    expect(fromPlan()).toMatch(
      /your plan, saved in your account on November 20, 2026 at 10:00.AM MST: name, business structure, and county\./,
    );
    expect(screen.getByRole('link', { name: 'your plan' })).toHaveAttribute(
      'href',
      '/businessapplications/plan',
    );
    await userEvent.type(name, ' of Bisbee');
    expect(fromPlan()).toContain(': business structure and county.');
  });

  it('takes the plan of this browser before that of the account', async () => {
    server.use(http.get(`${api}/plan`, () => HttpResponse.json(savedPlan)));
    localStorage.setItem('saguaro.plan', JSON.stringify({ name: 'Palo Verde LLC' }));
    await renderApp(add, createAccount());
    expect(await screen.findByLabelText('Name of the business')).toHaveValue('Palo Verde LLC');
    expect(screen.getByLabelText('What is the business structure?')).toHaveValue('');
    expect(fromPlan()).toContain('your plan in this browser: name.');
  });

  it('does without a plan that cannot be read', async () => {
    server.use(http.get(`${api}/plan`, refusal(500, 'broken')));
    await renderApp(add, createAccount());
    expect(await screen.findByLabelText('Name of the business')).toHaveValue('');
    expect(fromPlan()).toBeUndefined();
  });

  it('takes what the address says before the plan, and nothing that it does not know', async () => {
    localStorage.setItem('saguaro.plan', JSON.stringify({ name: 'Palo Verde LLC', entityType: 'nonsense' }));
    await renderApp(`${add}?name=Mesquite%20LLC`, createAccount());
    expect(await screen.findByLabelText('Name of the business')).toHaveValue('Mesquite LLC');
    expect(screen.getByLabelText('What is the business structure?')).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Add business' }));
    expect(screen.getByRole('alert')).toHaveFocus();
    expect(within(screen.getByRole('alert')).getAllByRole('link')).toHaveLength(2);
  });
});

describe('adding a business with the name of another', () => {
  it('shows the other one first, and adds it at the second click', async () => {
    const bodies: unknown[] = [];
    const refused = {
      code: 'businessAlreadyAdded',
      message: 'You already have it.',
      requestId: 'r1',
      parameters: {},
      businessId: 'b1',
      businessName: 'Ocotillo LLC',
    };
    server.use(
      http.post(`${api}/businesses`, async ({ request }) => {
        const body = (await request.json()) as { allowSameName?: boolean };
        bodies.push(body);
        return body.allowSameName
          ? HttpResponse.json(details(), { status: 201 })
          : HttpResponse.json(refused, { status: 409 });
      }),
    );
    await renderApp('/businessapplications/businesses/new?name=ocotillo&entityType=llc', createAccount());
    const county = await screen.findByLabelText('County of the business');
    await waitFor(() => expect(within(county).getAllByRole('option').length).toBeGreaterThan(1));
    await userEvent.selectOptions(county, 'pima');
    await userEvent.click(screen.getByRole('button', { name: 'Add business' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You already have Ocotillo LLC');
    expect(screen.getByRole('link', { name: 'Ocotillo LLC' })).toHaveAttribute(
      'href',
      '/businessapplications/businesses/b1',
    );

    // Another name is another question.
    const name = screen.getByLabelText('Name of the business');
    await userEvent.type(name, 's');
    expect(screen.queryByRole('button', { name: 'Add it anyway' })).not.toBeInTheDocument();
    await userEvent.type(name, '{Backspace}');
    await userEvent.click(screen.getByRole('button', { name: 'Add it anyway' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ocotillo LLC' })).toBeVisible();
    const body = { name: 'ocotillo', entityType: 'llc', countyId: 'pima' };
    expect(bodies).toEqual([
      { ...body, allowSameName: false },
      { ...body, allowSameName: true },
    ]);
  });
});

describe('a business', () => {
  const open = () => renderApp('/businessapplications/businesses/b1', createAccount());

  it('keeps what was typed when somebody else has changed it, and saves on top of that', async () => {
    const revisions: number[] = [];
    server.use(
      http.put(`${api}/businesses/b1`, async ({ request }) => {
        const { revision } = (await request.json()) as { revision: number };
        revisions.push(revision);
        serveBusiness(details({ name: 'Palo Verde LLC', revision: 5 }));
        return revision === 5 ? HttpResponse.json(details()) : refusal(409, 'businessChanged')();
      }),
    );
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change details' }));
    const name = screen.getByLabelText('Name of the business');
    expect(name).toHaveFocus();
    await userEvent.type(name, ' of Bisbee');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('We kept what you typed');
    expect(screen.getByText('Palo Verde LLC', { selector: 'strong' })).toBeVisible();
    expect(name).toHaveValue('Ocotillo LLC of Bisbee');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Details' })).toHaveFocus());
    expect(revisions).toEqual([4, 5]);
  });

  it.each([
    ['lastOwner', 409, /needs an owner/],
    ['roleNotAllowed', 403, /no longer allows that/],
    ['somethingElse', 409, /The portal says somethingElse/],
  ])('says in words why nobody can leave: %s', async (code, status, expected) => {
    server.use(http.delete(`${api}/businesses/b1/members/m1`, refusal(status, code)));
    serveBusiness(details({ members: details().members.map((member) => ({ ...member, role: 'owner' })) }));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave this business' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText(expected)).toBeVisible();
  });

  it('does not offer its only owner to leave, and says what to do', async () => {
    await open();
    expect(
      await screen.findByText(/You are the only owner.*Make another person an owner first/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Leave this business' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove this business' })).toBeVisible();
  });

  it('does not offer to remove it when it has applications, and says why', async () => {
    server.use(
      http.get(`${origin}/api/businessapplications/applications`, () =>
        HttpResponse.json({ items: [{ businessId: 'b1', nextActor: null }] }),
      ),
    );
    await open();
    await screen.findByRole('link', { name: '1 application' });
    expect(screen.getByText(/because it has applications/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove this business' })).not.toBeInTheDocument();
  });

  it('is not read again after it is removed', async () => {
    const read = vi.fn();
    server.use(
      http.get(`${api}/businesses/b1`, () => {
        read();
        return HttpResponse.json(details());
      }),
      http.delete(`${api}/businesses/b1`, () => HttpResponse.json({ id: 'b1', outcome: 'removed' })),
    );
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove this business' }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove business' }),
    );
    await waitFor(() => expect(window.location.pathname).toBe('/businessapplications/dashboard'));
    expect(await screen.findByText('No businesses yet.')).toBeVisible();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('stays when it has applications', async () => {
    server.use(http.delete(`${api}/businesses/b1`, refusal(409, 'businessHasApplications')));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Remove this business' }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove business' }),
    );
    expect(await screen.findByText(/because it has applications/)).toBeVisible();
  });

  it('gives a member another role, and the focus goes back', async () => {
    const given = vi.fn();
    server.use(
      http.put(`${api}/businesses/b1/members/m2`, async ({ request }) => {
        given(await request.json());
        const [you, other] = details().members;
        if (!you || !other) throw new Error('the business has two members');
        serveBusiness(details({ members: [you, { ...other, role: 'manager' }] }));
        return HttpResponse.json(other);
      }),
    );
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change role of Marco Ruiz' }));
    const choice = screen.getByRole('form', { name: 'Role of Marco Ruiz' });
    expect(within(choice).getByRole('radio', { name: /^Viewer/ })).toHaveFocus();
    await userEvent.click(within(choice).getByRole('radio', { name: /^Manager/ }));
    await userEvent.click(within(choice).getByRole('button', { name: 'Save role' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Change role of Marco Ruiz' })).toHaveFocus(),
    );
    expect(given.mock.calls).toEqual([[{ role: 'manager' }]]);
  });

  it('lists people who accepted an invitation among its people alone', async () => {
    const [invitation] = details().invitations;
    if (!invitation) throw new Error('the business has an invitation');
    const accepted = { ...invitation, id: 'i2', email: 'marco@example.org', state: 'accepted' as const };
    serveBusiness(details({ invitations: [invitation, accepted] }));
    await open();
    expect(await screen.findByText('eva@example.org')).toBeVisible();
    expect(screen.queryByText('marco@example.org')).toBeNull();
  });

  it('invites, and empties the form for the next', async () => {
    const invited = vi.fn();
    server.use(
      http.post(`${api}/businesses/b1/invitations`, async ({ request }) => {
        invited(await request.json());
        return HttpResponse.json(details().invitations[0], { status: 201 });
      }),
    );
    await open();
    const email = await screen.findByLabelText('Email address');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Enter one email address');
    await userEvent.type(email, ' eva@example.org ');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(email).toHaveValue(''));
    expect(invited.mock.calls).toEqual([[{ email: 'eva@example.org', role: 'manager' }]]);
  });

  it('says at the field why an address cannot be invited', async () => {
    const message = 'This is your own address.';
    server.use(
      http.post(`${api}/businesses/b1/invitations`, () =>
        HttpResponse.json(
          [{ applicationSection: 'businesses', propertyName: 'email', validationErrors: [message] }],
          { status: 400 },
        ),
      ),
    );
    await open();
    await userEvent.type(await screen.findByLabelText('Email address'), 'rosa@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }));
    await userEvent.click(await screen.findByRole('link', { name: message }));
    expect(screen.getByLabelText('Email address')).toHaveFocus();
    expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
      expect.stringContaining(message),
    );
  });

  it('offers a viewer nothing to change', async () => {
    serveBusiness(details({ role: 'viewer', invitations: [] }));
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Ocotillo LLC' })).toBeVisible();
    const buttons = within(screen.getByRole('main')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Help', 'Leave this business']);
  });
});

describe('an invitation', () => {
  const preview = {
    businessName: 'Ocotillo LLC',
    role: 'manager',
    invitedBy: 'Marco Ruiz',
    email: 'r•••@example.com',
    expiresAt: '2099-01-01T00:00:00Z',
    state: 'open',
    isForYou: true,
  };

  async function openWith(changed: Partial<typeof preview>) {
    const asked = vi.fn();
    server.use(
      http.post(`${api}/invitations/preview`, async ({ request }) => {
        asked(await request.json());
        return HttpResponse.json({ ...preview, ...changed });
      }),
    );
    await renderApp('/businessapplications/invitation?token=secret', createAccount());
    expect(await screen.findByText(/invites you to act for/)).toBeVisible();
    expect(asked.mock.calls).toEqual([[{ token: 'secret' }]]);
  }

  it('takes its token out of the address and leads to the business when it is accepted', async () => {
    server.use(http.post(`${api}/invitations/acceptance`, () => HttpResponse.json(details())));
    await openWith({});
    expect(window.location.href).not.toContain('secret');
    expect(Object.values<string>(localStorage).join()).not.toContain('secret');
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(window.location.pathname).toBe('/businessapplications/businesses/b1'));
  });

  it.each([
    [{ state: 'expired' }, 'This invitation has expired'],
    [{ state: 'withdrawn' }, 'This invitation was withdrawn'],
    [{ state: 'accepted', isForYou: false }, 'This invitation was already used'],
    [{ state: 'accepted' }, 'You accepted this invitation'],
    [{ isForYou: false }, 'This invitation is for another email address'],
  ])('cannot be accepted when it is %o', async (changed, expected) => {
    await openWith(changed);
    expect(screen.getByRole('heading', { name: expected })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  });

  it('reports an invitation that expires while it is read', async () => {
    server.use(http.post(`${api}/invitations/acceptance`, refusal(409, 'invitationExpired')));
    await openWith({});
    server.use(
      http.post(`${api}/invitations/preview`, () => HttpResponse.json({ ...preview, state: 'expired' })),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('heading', { name: 'This invitation has expired' })).toBeVisible();
  });

  it('reports an invitation that does not exist', async () => {
    server.use(http.post(`${api}/invitations/preview`, refusal(404, 'invitationNotFound')));
    await renderApp('/businessapplications/invitation?token=x', createAccount());
    expect(await screen.findByText(/This link doesn’t work/)).toBeVisible();
  });
});
