import { expect, it } from 'vitest';
import { getPageTitle, setPageTitle, setTitleError } from './pageTitle';

it('puts the error before the title and never into it', () => {
  setPageTitle('Contact | Saguaro');
  setTitleError('Error: ');
  expect(document.title).toBe('Error: Contact | Saguaro');
  expect(getPageTitle()).toBe('Contact | Saguaro');
  setTitleError('');
  expect(document.title).toBe('Contact | Saguaro');
});
