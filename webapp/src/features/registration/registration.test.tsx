import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
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

async function fillForm(): Promise<void> {
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

const confirm = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Check your answers' });
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
};

describe('registration', () => {
  it('lists missing fields at the top, focuses the list, and links to the fields', async () => {
    await renderApp(page, createAccount());
    await screen.findByLabelText('Legal first name');
    await submit();
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(within(summary).getByRole('heading')).toHaveTextContent('There are 4 problems with this page');
    await userEvent.click(within(summary).getByRole('link', { name: 'Enter your date of birth' }));
    expect(screen.getByLabelText('Month')).toHaveFocus();
    expect(screen.getByLabelText('Month')).toBeInvalid();
  });

  it('registers and continues with the next required step', async () => {
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
    const account = createAccount();
    await renderApp(page, account);
    await fillForm();
    await submit();
    await confirm();
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

  it('accepts a single name', async () => {
    let body: unknown;
    server.use(
      http.post(`${origin}/api/users/register`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(
          { isRegistered: true, displayName: 'Sukarno', registeredAt: '2026-11-21T10:00:00Z' },
          { status: 201 },
        );
      }),
    );
    await renderApp(page, createAccount());
    await fillForm();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I have only one name' }));
    expect(screen.queryByLabelText('Legal first name')).not.toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Legal name'));
    await submit();
    expect(within(await screen.findByRole('alert')).getByRole('link')).toHaveTextContent(
      'Enter your legal name',
    );
    await userEvent.type(screen.getByLabelText('Legal name'), 'Sukarno');
    await submit();
    await screen.findByRole('heading', { level: 1, name: 'Check your answers' });
    expect(screen.queryByText('Legal first name')).not.toBeInTheDocument();
    await confirm();
    await waitFor(() => expect(body).toMatchObject({ legalFirstName: null, legalLastName: 'Sukarno' }));
  });

  it("shows the server's errors at their fields", async () => {
    server.use(
      http.post(`${origin}/api/users/register`, () =>
        HttpResponse.json(
          [
            {
              applicationSection: 'registration',
              propertyName: 'dateOfBirth',
              validationErrors: ['This date is in the future.'],
            },
          ],
          { status: 400 },
        ),
      ),
    );
    await renderApp(page, createAccount());
    await fillForm();
    await submit();
    await confirm();
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    await userEvent.click(within(summary).getByRole('link', { name: 'This date is in the future.' }));
    expect(screen.getByLabelText('Month')).toHaveFocus();
    expect(screen.getByLabelText('Year')).toHaveValue('1986');
  });

  it('refuses a child and keeps nothing that was typed', async () => {
    server.use(
      http.post(`${origin}/api/users/register`, () =>
        HttpResponse.json({ code: 'tooYoung', message: 'x', requestId: 'ref-7' }, { status: 403 }),
      ),
    );
    const account = createAccount();
    const { port, unmount } = await renderApp(page, account);
    await fillForm();
    await submit();
    await confirm();
    expect(await screen.findByRole('heading', { level: 1, name: 'You cannot register' })).toHaveFocus();
    expect(screen.getByText(/age 13 and older/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Register' })).not.toBeInTheDocument();
    expect(localStorage.getItem(`saguaro.draft.${account.id}/registration`)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(port.signOut).toHaveBeenCalledOnce();
    unmount();
    await renderApp(page, account);
    expect(await screen.findByLabelText('Year')).toHaveValue('');
    expect(screen.getByLabelText('Legal first name')).toHaveValue('');
  });

  it('does not mention the minimum age with the date of birth', async () => {
    await renderApp(page, createAccount());
    await screen.findByLabelText('Legal first name');
    expect(document.body).not.toHaveTextContent(/13|years old/);
  });

  it('starts with the name of the sign-in and asks if it is the legal name', async () => {
    await renderApp(page, { ...createAccount(), givenName: 'Rosa', familyName: 'Delgado' });
    const firstName = await screen.findByLabelText('Legal first name');
    expect(firstName).toHaveValue('Rosa');
    expect(firstName).toHaveAccessibleDescription(/Is this your legal name\?/);
    expect(screen.getByLabelText('Legal last name')).toHaveValue('Delgado');
  });

  it.each([
    ['Legal first name', 'R2D2', /^Use only letters/],
    ['Legal last name', 'evil.com', /^A name cannot be a web address/],
    ['Preferred name', 'Rоsa', /mixes similar letters from different alphabets/],
    ['Legal last name', 'N'.repeat(81), 'Legal last name: Use 80 characters or fewer'],
    ['Preferred name', '𠮷'.repeat(81), 'Preferred name: Use 80 characters or fewer'],
  ])('shows at %s the fault of %s and keeps the value', async (label, typed, message) => {
    await renderApp(page, createAccount());
    await fillForm();
    const field = screen.getByLabelText(new RegExp(`^${label}`));
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(typed);
    await submit();
    const summary = await screen.findByRole('alert');
    await userEvent.click(within(summary).getByRole('link', { name: message }));
    expect(field).toHaveFocus();
    expect(field).toHaveValue(typed);
    expect(field).toBeInvalid();
  });

  it('shows the answers before registering, with links to change them', async () => {
    await renderApp(page, createAccount());
    await fillForm();
    await submit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your answers' })).toHaveFocus();
    const answers = screen.getAllByRole('definition').map((each) => each.textContent);
    expect(answers).toEqual(
      ['Rosa', 'Delgado', 'No answer', 'April 28, 1986', 'Pima', 'English'].map(
        (answer) => `${answer} Change`,
      ),
    );
    await userEvent.click(screen.getByRole('link', { name: 'Change Date of birth' }));
    expect(screen.getByLabelText('Month')).toHaveFocus();
    expect(screen.getByLabelText('Year')).toHaveValue('1986');
    expect(screen.getByLabelText('Legal first name')).toHaveValue('Rosa');
  });

  it('shows the form when the second step is opened without answers', async () => {
    await renderApp(`${page}?step=check`, createAccount());
    expect(await screen.findByLabelText('Legal first name')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Register' })).not.toBeInTheDocument();
  });

  it('registers people who live outside Arizona without a county', async () => {
    let body: unknown;
    server.use(
      http.post(`${origin}/api/users/register`, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ code: 'internal', message: 'x', requestId: 'ref-7' }, { status: 500 });
      }),
    );
    await renderApp(page, createAccount());
    await fillForm();
    await userEvent.selectOptions(screen.getByLabelText('County'), 'I live outside Arizona');
    await submit();
    expect(await screen.findByText('I live outside Arizona')).toBeVisible();
    await confirm();
    await screen.findByRole('alert');
    expect(body).toMatchObject({ countyId: null });
  });

  it('shows a failure with its reference', async () => {
    server.use(
      http.post(`${origin}/api/users/register`, () =>
        HttpResponse.json({ code: 'internal', message: 'x', requestId: 'ref-7' }, { status: 500 }),
      ),
    );
    await renderApp(page, createAccount());
    await fillForm();
    await submit();
    await confirm();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByRole('heading')).toHaveTextContent('There is a problem with this page');
    expect(summary).toHaveTextContent('ref-7');
  });

  it('restores the draft after a reload', async () => {
    const account = createAccount();
    const { unmount } = await renderApp(page, account);
    await fillForm();
    unmount();
    await renderApp(page, account);
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('Rosa');
    expect(screen.getByLabelText('Month')).toHaveValue('4');
    expect(screen.getByLabelText('Year')).toHaveValue('1986');
  });

  it('shows no draft of another person', async () => {
    const { unmount } = await renderApp(page, createAccount());
    await fillForm();
    unmount();
    await renderApp(page, createAccount());
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('');
  });

  it('ignores an invalid draft', async () => {
    const account = createAccount();
    localStorage.setItem(
      `saguaro.draft.${account.id}/registration`,
      '{"legalFirstName": 7, "dateOfBirth": [], "x"',
    );
    await renderApp(page, account);
    expect(await screen.findByLabelText('Legal first name')).toHaveValue('');
  });

  it('offers an earlier registration and links it with a code', async () => {
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
    await renderApp(page, createAccount());
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
