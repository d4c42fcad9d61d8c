import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getI18n } from '@/lib/i18n/language';
import { renderApp } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';

const countTexts = () => Object.keys(getI18n().messages).length;

describe('a link', () => {
  it.each([
    ['is pointed at', fireEvent.pointerOver],
    ['has the focus', fireEvent.focusIn],
  ])('loads its page when it %s, and shows the page only when followed', async (_, intend) => {
    await renderApp('/');
    const [link] = await screen.findAllByRole('link', { name: 'Privacy' });
    const before = countTexts();
    if (link) intend(link);
    await waitFor(() => expect(countTexts()).toBeGreaterThan(before));
    expect(window.location.pathname).toBe('/');
  });
});

describe('navigation to another page', () => {
  it('leaves the focus in a panel where a person writes', async () => {
    await renderApp('/accessibility');
    await screen.findByRole('heading', { level: 1 });
    const box = document.body.appendChild(document.createElement('textarea'));
    onTestFinished(() => box.remove());
    box.focus();
    fireEvent.click(await screen.findByRole('link', { name: 'Privacy' }));
    await screen.findByRole('heading', { level: 1, name: /privacy/i });
    expect(box).toHaveFocus();
  });
});

describe('an address with trailing punctuation', () => {
  it.each([
    ['/privacy.', '/privacy'],
    ['/privacy,', '/privacy'],
    ['/privacy).', '/privacy'],
    ['/privacy%E2%80%9D', '/privacy'],
    ['/privacy”', '/privacy'],
    ['/privacy>', '/privacy'],
    ['/services/adot-mvd-title.', '/services/adot-mvd-title'],
    ['/services/adot-mvd-title?lang=es', '/services/adot-mvd-title'],
    ['/services.?query=title', '/services'],
  ])('%s opens its page', async (typed, meant) => {
    server.use(http.get(`${origin}/api/lookups/services`, () => HttpResponse.json({ items: [] })));
    await renderApp(typed);
    await waitFor(() => expect(window.location.pathname).toBe(meant));
    expect(window.location.search).toBe(typed.includes('?') ? typed.slice(typed.indexOf('?')) : '');
  });

  it.each(['/privacies.', '/no/page).', '/priv.acy', '/...'])('%s has no page', async (typed) => {
    await renderApp(typed);
    expect(await screen.findByText(/We couldn’t find that page/)).toBeVisible();
    expect(window.location.pathname).toBe('/');
  });
});
