import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { i18n } from '@/lib/i18n/language';
import { renderApp } from '@/testing/renderApp';

const texts = () => Object.keys(i18n().messages).length;

describe('a link', () => {
  it.each([
    ['is pointed at', fireEvent.pointerOver],
    ['has the focus', fireEvent.focusIn],
  ])('that %s has its page loaded, and shows it only when it is followed', async (_, intend) => {
    await renderApp('/');
    const [link] = await screen.findAllByRole('link', { name: 'Privacy' });
    const before = texts();
    if (link) intend(link);
    await waitFor(() => expect(texts()).toBeGreaterThan(before));
    expect(window.location.pathname).toBe('/');
  });
});
