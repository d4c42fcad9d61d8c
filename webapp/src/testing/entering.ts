import { act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Enters a text at once, as a paste does; typing it renders the page again for each key. */
export async function enter(field: HTMLElement, text: string): Promise<void> {
  act(() => field.focus());
  await userEvent.paste(text);
}
