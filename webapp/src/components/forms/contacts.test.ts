import { describe, expect, it } from 'vitest';
import examples from '../../../../tests/corpora/contacts.json';
import { parseEmailAddress, parseOfficeNumber, formatPhoneNumber } from './contacts';

describe('contacts, by the examples shared with the server', () => {
  it.each(examples.email)('reads the email address $typed', ({ typed, kept }) => {
    expect(parseEmailAddress(typed)).toBe(kept);
    expect(parseEmailAddress(kept)).toBe(kept);
  });

  it.each(examples.emailRefused)('refuses the email address %j', (typed) => {
    expect(parseEmailAddress(typed)).toBeNull();
  });

  it.each([...examples.phone, ...examples.phoneWithExtension])(
    'reads the number $typed',
    ({ typed, kept }) => {
      expect(parseOfficeNumber(typed)).toBe(kept);
      expect(parseOfficeNumber(formatPhoneNumber(kept))).toBe(kept);
    },
  );

  it.each(examples.phoneRefused)('refuses the number %j', (typed) => {
    expect(parseOfficeNumber(typed)).toBeNull();
  });
});

it('formats a number with its extension', () => {
  expect(formatPhoneNumber('+16025550100;ext=204')).toBe('602-555-0100 ext. 204');
  expect(formatPhoneNumber('911')).toBe('911');
});
