import { expect, it } from 'vitest';
import { getPageTitle, setPageTitle, setTitleError } from './pageTitle';

it('shows the error prefix before the title and keeps it out of the title itself', () => {
  setPageTitle('Contact | Saguaro');
  setTitleError('Error: ');
  expect(document.title).toBe('Error: Contact | Saguaro');
  expect(getPageTitle()).toBe('Contact | Saguaro');
  setTitleError('');
  expect(document.title).toBe('Contact | Saguaro');
});
