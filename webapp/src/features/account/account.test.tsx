import userEvent from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { details, origin, server, terms } from '@/testing/server';

describe('the account page', () => {
  it('leads to every part of the account', async () => {
    await renderApp('/profile', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Your account' });
    const main = within(screen.getByRole('main'));
    const links = [
      ['Change contact preferences', '/profile/contact'],
      ['Open the address book', '/addressbook'],
      ['Manage proofs and passkeys', '/enhancedauthentication'],
      ['Manage connections', '/connections'],
      ['Read the terms', '/profile/termsandconditions'],
      ['Open the log', '/profile/access'],
    ] as const;
    for (const [name, href] of links) expect(main.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(await main.findByText('rosa@example.com')).toBeVisible();
  });

  it('has a list of its sections', async () => {
    await renderApp('/profile', createAccount());
    await screen.findByRole('heading', { level: 1, name: 'Your account' });
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
    for (const link of contents.getAllByRole('link')) {
      expect(screen.getByRole('heading', { level: 2, name: link.textContent })).toHaveAttribute(
        'id',
        link.getAttribute('href')?.slice(1),
      );
    }
  });

  it('shows which terms were accepted, and when', async () => {
    const decision = { version: terms.version, outcome: 'accepted', decidedAt: '2026-11-21T19:00:00Z' };
    server.use(
      http.get(`${origin}/api/profile/termsandconditions`, () => HttpResponse.json({ ...terms, decision })),
    );
    await renderApp('/profile', createAccount());
    expect(await screen.findByText('You accepted version 2026-11-01 on November 21, 2026.')).toBeVisible();
  });
});

describe('the details', () => {
  const path = `${origin}/api/profile/details`;
  const answerDetails = (changed: object) =>
    http.get(path, () => HttpResponse.json({ ...details, ...changed }));
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit your details' }));
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('are corrected in place', async () => {
    let body: unknown;
    server.use(
      http.put(path, async ({ request }) => {
        body = await request.json();
        return HttpResponse.json({ ...details, preferredName: 'Rosi', revision: 2 });
      }),
    );
    await renderApp('/profile', createAccount());
    expect(await screen.findByText('April 2, 1988')).toBeVisible();
    await edit();
    await userEvent.type(screen.getByLabelText(/^Preferred name/), 'Rosi');
    await save();
    expect(await screen.findByText('Rosi')).toBeVisible();
    expect(body).toEqual({
      legalFirstName: 'Rosa',
      legalLastName: 'Delgado',
      preferredName: 'Rosi',
      dateOfBirth: '1988-04-02',
      countyId: 'pima',
      revision: 1,
    });
    expect(screen.getByRole('button', { name: 'Edit your details' })).toHaveFocus();
  });

  it('keep the form open and list the errors', async () => {
    await renderApp('/profile', createAccount());
    await edit();
    await userEvent.clear(screen.getByLabelText('Legal last name'));
    await save();
    expect(screen.getByRole('alert')).toHaveTextContent('Enter your legal last name');
  });

  it('show the saved values again after canceling', async () => {
    await renderApp('/profile', createAccount());
    await edit();
    await userEvent.type(screen.getByLabelText('Legal last name'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Delgado')).toBeVisible();
    await edit();
    expect(screen.getByLabelText('Legal last name')).toHaveValue('Delgado');
  });

  it('lead to enhanced authentication and keep what was typed', async () => {
    server.use(
      answerDetails({ identityChange: 'enhancedAuthentication', canChangeIdentity: false }),
      http.put(path, () =>
        HttpResponse.json(
          { code: 'enhancedAuthenticationRequired', message: 'Prove who you are.', types: [3] },
          { status: 403 },
        ),
      ),
    );
    await renderApp('/profile', createAccount());
    await edit();
    expect(screen.getByText(/you prove who you are first/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Legal last name'), '-Ruiz');
    await save();
    await waitFor(() => expect(window.location.pathname).toBe('/enhancedauthentication'));
    expect(window.location.search).toContain('returnTo=%2Fprofile');
    expect(await screen.findByText(/Only you may change your legal name/)).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Go back without it' }));
    expect(await screen.findByLabelText('Legal last name')).toHaveValue('Delgado-Ruiz');
  });

  it('keep what was typed and show what changed elsewhere after a concurrent change', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.put(path, async ({ request }) => {
        const body = (await request.json()) as { revision: number };
        bodies.push(body);
        if (body.revision === 2) return HttpResponse.json({ ...details, ...body, revision: 3 });
        server.use(answerDetails({ legalLastName: 'Ruiz', revision: 2 }));
        return HttpResponse.json(
          { code: 'detailsChanged', message: 'Check each field, then save again.' },
          { status: 409 },
        );
      }),
    );
    await renderApp('/profile', createAccount());
    await edit();
    await userEvent.type(screen.getByLabelText(/^Preferred name/), 'Rosi');
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Check each field, then save again.');
    expect(screen.getByLabelText(/^Preferred name/)).toHaveValue('Rosi');
    expect(screen.getByLabelText('Legal last name')).toHaveValue('Ruiz');
    await save();
    expect(await screen.findByText('Ruiz')).toBeVisible();
    expect(bodies).toEqual([
      expect.objectContaining({ legalLastName: 'Delgado', preferredName: 'Rosi', revision: 1 }),
      expect.objectContaining({ legalLastName: 'Ruiz', preferredName: 'Rosi', revision: 2 }),
    ]);
  });

  it('list the changes', async () => {
    const change = { changedAt: '2026-11-21T19:00:00Z', how: 'self' };
    server.use(
      answerDetails({
        changes: [
          { ...change, field: 'countyId', old: 'pima', new: null },
          { ...change, field: 'legalLastName', old: 'Ruiz', new: 'Delgado', how: 'enhancedAuthentication' },
        ],
      }),
    );
    await renderApp('/profile', createAccount());
    await userEvent.click(await screen.findByText('Your changes'));
    const items = within(screen.getByRole('group')).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^County: from Pima to outside Arizona/),
      expect.stringMatching(/^Legal last name: from Ruiz to Delgado.*, after you proved who you are$/),
    ]);
  });
});
