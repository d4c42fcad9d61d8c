import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server, terms } from '@/testing/server';

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
