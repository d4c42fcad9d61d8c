import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

type Translate = (message: MessageDescriptor) => string;

/** Returns the message about a text that is too long; empty for any other. Spaces around it do not count. */
export function formatTooLong(text: string, maxLength: number, t: Translate): string {
  return Array.from(text.trim()).length > maxLength ? t(msg`Use ${maxLength} characters or fewer`) : '';
}

/** Reports at an input that its text is too long, as the browser reports errors; returns false if it is not. */
export function reportTooLong(id: string, text: string, maxLength: number, t: Translate): boolean {
  const input = document.getElementById(id) as HTMLInputElement;
  input.setCustomValidity(formatTooLong(text, maxLength, t));
  return !input.reportValidity();
}
