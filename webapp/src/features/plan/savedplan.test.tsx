import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server, userDetails } from '@/testing/server';

type Schemas = components['schemas'];
type Reply = Schemas['PlanReply'];

const page = '/businessapplications/plan';
const address = `${origin}/api/businessapplications/plan`;
const storageKey = 'saguaro.plan';

const createAnswers = (
  changes: Partial<Schemas['PlanRequest']['answers']> = {},
): Schemas['PlanRequest']['answers'] => ({
  categoryId: '',
  businessCountyId: 'pima',
  municipalityId: '',
  entityType: 'llc',
  employees: '',
  name: 'Ocotillo LLC',
  ...changes,
});

const noPlan: Reply = { answers: null, savedAt: null, revision: 0 };
const createSavedPlan = (changes: Partial<Schemas['PlanRequest']['answers']> = {}, revision = 1): Reply => ({
  answers: createAnswers(changes),
  savedAt: '2026-11-20T17:00:00Z',
  revision,
});

let account: Reply;
let put: Schemas['PlanRequest'][];
let deletions: number;

beforeEach(() => {
  localStorage.removeItem(storageKey);
  account = noPlan;
  put = [];
  deletions = 0;
  const list = (items: object[]) => HttpResponse.json({ asOf: '', source: '', credit: '', items });
  server.use(
    http.get(`${origin}/api/lookups/counties`, () => list([{ id: 'pima', name: 'Pima' }])),
    http.get(`${origin}/api/lookups/municipalities`, () => list([])),
    http.get(`${origin}/api/businessapplications/lookups/businesscharactercategories`, () => list([])),
    http.get(address, () => HttpResponse.json(account)),
    http.put(address, async ({ request }) => {
      const body = (await request.json()) as Schemas['PlanRequest'];
      put.push(body);
      if (body.revision !== account.revision)
        return HttpResponse.json({ code: 'planChanged', message: 'x', requestId: 'r' }, { status: 409 });
      account = {
        answers: body.answers,
        savedAt: '2026-11-21T18:00:00Z',
        revision: body.revision + 1,
      };
      return HttpResponse.json(account);
    }),
    http.delete(address, () => {
      deletions += 1;
      account = { ...noPlan, revision: account.revision };
      return HttpResponse.json(account);
    }),
  );
});

const storePlan = (plan: object) => localStorage.setItem(storageKey, JSON.stringify(plan));
const readPlan = () =>
  JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Record<string, unknown> | null;
const findName = () => screen.findByLabelText(/Name you would like/);
const press = async (text: string) => userEvent.click(await screen.findByRole('button', { name: text }));

describe('a plan in the browser', () => {
  it('is offered for saving to a visitor after signing in', async () => {
    storePlan(createAnswers());
    const { port } = await renderApp(page);
    await press('Sign in to save this plan');
    await waitFor(() => expect(port.signIn).toHaveBeenCalled());
    expect(put).toHaveLength(0);
  });

  it('is saved in the account, with later changes', async () => {
    storePlan(createAnswers());
    await renderApp(page, createAccount());
    await press('Save this plan to your account');
    expect(await screen.findByText(/This plan is in your account, saved on November 21, 2026/)).toBeVisible();
    expect(put).toEqual([{ answers: createAnswers(), revision: 0 }]);
    await userEvent.type(await findName(), '!');
    expect(await screen.findByText(/Your account has other answers/)).toBeVisible();
    await press('Save the changes');
    expect(await screen.findByText(/This plan is in your account/)).toBeVisible();
    expect(put[1]).toEqual({ answers: createAnswers({ name: 'Ocotillo LLC!' }), revision: 1 });
  });

  it('returns to the saved plan after a confirmation', async () => {
    account = createSavedPlan();
    await renderApp(page, createAccount());
    await waitFor(async () => expect(await findName()).toHaveValue('Ocotillo LLC'));
    await userEvent.type(await findName(), '!');
    await press('Go back to the saved plan');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Go back to it' }),
    );
    await waitFor(async () => expect(await findName()).toHaveValue('Ocotillo LLC'));
    expect(readPlan()?.name).toBe('Ocotillo LLC');
  });

  it('reports a failure to save, and stays', async () => {
    storePlan(createAnswers());
    server.use(http.put(address, () => HttpResponse.error()));
    await renderApp(page, createAccount());
    await press('Save this plan to your account');
    expect(await screen.findByText('That didn’t work')).toBeVisible();
    expect(readPlan()?.name).toBe('Ocotillo LLC');
    expect(screen.getByRole('button', { name: 'Save this plan to your account' })).toBeVisible();
  });

  it.each([
    [2, 'finish your registration', '/register/identification'],
    [3, 'terms and conditions', '/profile/termsandconditions'],
  ])('waits for a person whose next step is %i', async (postLoginAction, name, address) => {
    storePlan(createAnswers());
    server.use(http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction })));
    await renderApp(page, createAccount());
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address);
  });
});

describe('the plan of the account', () => {
  it('is loaded into a browser that has none', async () => {
    account = createSavedPlan();
    await renderApp(page, createAccount());
    await waitFor(async () => expect(await findName()).toHaveValue('Ocotillo LLC'));
    await waitFor(() => expect(screen.getByText('We loaded your saved plan.')).toBeVisible());
    expect(screen.getByText(/This plan is in your account, saved on November 20, 2026/)).toBeVisible();
    expect(readPlan()).toMatchObject({ name: 'Ocotillo LLC' });
    expect(put).toHaveLength(0);
  });

  it('is not loaded again after the answers were cleared, except on request', async () => {
    account = createSavedPlan();
    await renderApp(page, createAccount());
    await waitFor(async () => expect(await findName()).toHaveValue('Ocotillo LLC'));
    await press('Clear my answers');
    expect(await findName()).toHaveValue('');
    await press('Load the saved plan');
    expect(await findName()).toHaveValue('Ocotillo LLC');
  });

  it('is deleted after a confirmation, and the answers stay', async () => {
    account = createSavedPlan();
    await renderApp(page, createAccount());
    await press('Delete the saved plan');
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete it' }),
    );
    expect(await screen.findByRole('button', { name: 'Save this plan to your account' })).toBeVisible();
    expect(deletions).toBe(1);
    expect(await findName()).toHaveValue('Ocotillo LLC');
  });
});

describe('two plans', () => {
  const open = async () => {
    storePlan(createAnswers({ name: 'Palo Verde LLC' }));
    account = createSavedPlan();
    await renderApp(page, createAccount());
    expect(
      await screen.findByText(/Your account has other answers, saved on November 20, 2026/),
    ).toBeVisible();
    expect(await findName()).toHaveValue('Palo Verde LLC');
  };

  it('become the browser’s when the person saves it', async () => {
    await open();
    await press('Save the changes');
    expect(await screen.findByText(/This plan is in your account/)).toBeVisible();
    expect(put).toEqual([{ answers: createAnswers({ name: 'Palo Verde LLC' }), revision: 1 }]);
  });

  it('become the account’s when the person goes back to it', async () => {
    await open();
    await press('Go back to the saved plan');
    await press('Go back to it');
    await waitFor(async () => expect(await findName()).toHaveValue('Ocotillo LLC'));
    expect(put).toHaveLength(0);
  });

  it('become the one saved last, with a message', async () => {
    storePlan(createAnswers());
    await renderApp(page, createAccount());
    await screen.findByRole('button', { name: 'Save this plan to your account' });
    account = createSavedPlan({ name: 'From the phone LLC' }, 3);
    await press('Save this plan to your account');
    expect(
      await screen.findByText('We saved your plan. It replaced a plan from another device.'),
    ).toBeVisible();
    expect(account.answers).toEqual(createAnswers());
  });
});
