import { useLingui } from '@lingui/react/macro';

/** The messages of a field; the one about its length while it has no other and the text is too long. */
export function useLengthMessage(
  messages: readonly string[],
  value: string,
  maxLength: number | undefined,
): readonly string[] {
  const { t } = useLingui();
  if (messages.length > 0 || maxLength === undefined || value.length <= maxLength) return messages;
  return Array.from(value.trim()).length > maxLength ? [t`Use at most ${maxLength} characters`] : messages;
}
