import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/testing/renderApp';
import { showToast } from './toasts';

/** Opens the app and shows toasts in it until the last one appears. */
async function show(...texts: string[]): Promise<void> {
  await renderApp('/privacy');
  for (const text of texts) showToast(text);
  await waitFor(() => expect(screen.getByText(texts.at(-1) ?? '')).toBeVisible());
}

describe('toasts', () => {
  it('are all visible when shown together', async () => {
    await show('Address saved.', 'The file is in your downloads.');
    expect(screen.getByText('Address saved.')).toBeVisible();
  });

  it('are removed with their page', async () => {
    await show('The plan is loaded.');
    expect(screen.queryByText('The file is in your downloads.')).toBeNull();
  });
});
