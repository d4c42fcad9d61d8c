import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPortalMessage, serveMessages } from '@/testing/messages';
import { renderApp, createAccount } from '@/testing/renderApp';

it('checks “Unread only” before the list follows', async () => {
  serveMessages({ portal: [createPortalMessage(1)] });
  await renderApp('/messages/portal', createAccount());
  const tick = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Unread only' });
  await act(async () => {
    tick.click();
    // React draws what the address has changed when it has the time.
    expect(tick).toBeChecked();
    await Promise.resolve();
  });
  await waitFor(() => expect(window.location.search).toBe('?unread=true'));
  await act(async () => {
    tick.click();
    expect(tick).not.toBeChecked();
    await Promise.resolve();
  });
  await waitFor(() => expect(window.location.search).toBe(''));
  window.history.back();
  await waitFor(() => expect(tick).toBeChecked());
});
