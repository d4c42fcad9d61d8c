import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, rosa } from '@/testing/renderApp';
import { origin, server, userDetails } from '@/testing/server';

const page = '/register/identification';

beforeEach(() => {
  server.use(
    http.get(`${origin}/api/users/registered`, () =>
      HttpResponse.json({ isRegistered: false, canLink: false }),
    ),
    http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction: 2 })),
  );
});

async function fillIn(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Legal first name'), 'Rosa');
  await userEvent.type(screen.getByLabelText('Legal last name'), 'Delgado');
  await userEvent.selectOptions(screen.getByLabelText('Month'), '4');
  await userEvent.type(screen.getByLabelText('Day'), '28');
  await userEvent.type(screen.getByLabelText('Year'), '1986');
  await userEvent.selectOptions(
    screen.getByLabelText('County'),
    await screen.findByRole('option', { name: 'Pima' }),
  );
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

describe('registration', () => {
  it('lists what is missing at the top, takes the focus there and leads to the fields', async () => {
    await renderApp(page, rosa());
    await screen.findByLabelText('Legal first name');
    await submit();
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(within(summary).getByRole('heading')).toHaveTextContent('There are 4 problems with this page');
    await userEvent.click(within(summary).getByRole('link', { name: 'Enter your date of birth' }));
    expect(screen.getByLabelText('Month')).toHaveFocus();
    expect(screen.getByLabelText('Month')).toBeInvalid();
  });

  it('sends what was typed and leads on by what the server wants next', async () => {
    let body: unknown;
    server.use(
      http.post(`${origin}/api/users/register`, async ({ request }) => {
        body = await request.json();
        server.use(
          http.get(`${origin}/api/users`, () => HttpResponse.json({ ...userDetails, postLoginAction: 3 })),
        );
        return HttpResponse.json(
          { isRegistered: true, displayName: 'Rosa', registeredAt: '2026-11-21T10:00:00Z' },
          { status: 201 },
        );
      }),
    );
    const account = rosa();
    await renderApp(page, account);
    await fillIn();
    await submit();
    await waitFor(() => expect(window.location.pathname).toBe('/profile/termsandconditions'));
    expect(body).toEqual({
      legalFirstName: 'Rosa',
      legalLastName: 'Delgado',
      preferredName: null,
      dateOfBirth: '1986-04-28',
      countyId: 'pima',
      language: 'en',
    });
    expect(localStorage.getItem(`saguaro.draft.${account.id}/registration`)).toBeNull();
  });

  it("shows the server's list at the field, and keeps nothing typed by somebody who may be a child", async () => {
    server.use(
      http.post(`${origin}/api/users/register`, () =>
        HttpResponse.json(
          [
            {
              applicationSection: 'registration',
              propertyName: 'dateOfBirth',
              validationErrors: ['You must be at least 13.'],
            },
          ],
          { status: 400 },
        ),
      ),
    );
    const account = rosa();
    await renderApp(page, account);
    await fillIn();
    await submit();
    const link = await screen.findByRole('link', { name: 'You must be at least 13.' });
    await userEvent.click(link);
    expect(screen.getByLabelText('Month')).toHaveFocus();
    expect(screen.getByLabelText('Year')).toHaveValue('1986');
    expect(localStorage.getItem(`saguaro.draft.${account.id}/registration`)).toBeNull();
  });

  it('wraps a single failure as one error, with the reference', async () => {
    server.use(
      http.post(`${origin}/api/users/register`, () =>
        HttpResponse.json({ code: 'internal', message: 'x', requestId: 'ref-7' }, { status: 500 }),
      ),
    );
    await renderApp(page, rosa());
    await fillIn();
    await submit();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('heading')).toHaveTextContent('There is a problem with this page');
    expect(summary).toHaveTextContent('ref-7');
  });

  it('brings back what was typed after a reload', async () => {
    const account = rosa();
    const { unmount } = await renderApp(page, account);
    await fillIn();
    unmount();
    await renderApp(page, account);
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('Rosa');
    expect(screen.getByLabelText('Month')).toHaveValue('4');
    expect(screen.getByLabelText('Year')).toHaveValue('1986');
  });

  it('never shows one person what another one typed', async () => {
    const { unmount } = await renderApp(page, rosa());
    await fillIn();
    unmount();
    await renderApp(page, rosa());
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('');
  });

  it('ignores a draft that cannot be read', async () => {
    const account = rosa();
    localStorage.setItem(
      `saguaro.draft.${account.id}/registration`,
      '{"legalFirstName": 7, "dateOfBirth": [], "x"',
    );
    await renderApp(page, account);
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('');
  });

  it('offers an earlier registration, and takes it back with the code', async () => {
    const codes: unknown[] = [];
    server.use(
      http.get(`${origin}/api/users/registered`, () =>
        HttpResponse.json({ isRegistered: false, canLink: true }),
      ),
      http.post(`${origin}/api/users/link`, () =>
        HttpResponse.json({ sentTo: 'r•••@example.com', expiresAt: '2026-11-21T10:10:00Z' }, { status: 202 }),
      ),
      http.post(`${origin}/api/users/link/confirm`, async ({ request }) => {
        codes.push(await request.json());
        if (codes.length === 1) {
          return HttpResponse.json(
            [
              {
                applicationSection: 'linking',
                propertyName: 'code',
                validationErrors: ['This code is wrong.'],
              },
            ],
            { status: 400 },
          );
        }
        server.use(http.get(`${origin}/api/users`, () => HttpResponse.json(userDetails)));
        return HttpResponse.json({
          isRegistered: true,
          displayName: 'Rosa',
          registeredAt: '2026-11-21T10:00:00Z',
        });
      }),
    );
    await renderApp(page, rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    const code = await screen.findByLabelText('6-digit code');
    expect(screen.getByText('r•••@example.com')).toBeVisible();

    await userEvent.type(code, '12');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
    expect(screen.getByText('Enter the 6 digits of the code')).toBeVisible();
    expect(codes).toEqual([]);

    await userEvent.type(code, '3456');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
    expect(await screen.findByText('This code is wrong.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm code' }));
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
    expect(codes).toEqual([{ code: '123456' }, { code: '123456' }]);
  });
});
