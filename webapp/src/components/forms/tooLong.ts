import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

type Translate = (message: MessageDescriptor) => string;

/** The message about a text that is too long; empty for any other. Blanks around it do not count. */
export function formatTooLong(text: string, maxLength: number, t: Translate): string {
  return Array.from(text.trim()).length > maxLength ? t(msg`Use ${maxLength} characters or fewer`) : '';
}

/** Shows at an input that its text is too long, as the browser shows what is wrong; false when it is not. */
export function reportTooLong(id: string, text: string, maxLength: number, t: Translate): boolean {
  const input = document.getElementById(id) as HTMLInputElement;
  input.setCustomValidity(formatTooLong(text, maxLength, t));
  return !input.reportValidity();
}
