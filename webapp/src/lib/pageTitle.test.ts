import { afterEach, expect, it } from 'vitest';
import { pageTitle, setPageTitle, setTitleError, setTitlePrefix } from './pageTitle';

afterEach(() => setTitlePrefix(''));

it('puts the prefix before every title and never into one', () => {
  setPageTitle('Dashboard | Saguaro');
  setTitlePrefix('(3) ');
  expect(document.title).toBe('(3) Dashboard | Saguaro');
  expect(pageTitle()).toBe('Dashboard | Saguaro');
  setPageTitle('Messages | Saguaro');
  expect(document.title).toBe('(3) Messages | Saguaro');
  setTitlePrefix('(!) ');
  expect(document.title).toBe('(!) Messages | Saguaro');
  setTitlePrefix('');
  expect(document.title).toBe('Messages | Saguaro');
});

it('puts the error before everything else', () => {
  setPageTitle('Contact | Saguaro');
  setTitlePrefix('(3) ');
  setTitleError('Error: ');
  expect(document.title).toBe('Error: (3) Contact | Saguaro');
  setTitleError('');
  expect(document.title).toBe('(3) Contact | Saguaro');
});
