import { afterEach, expect, it } from 'vitest';
import { pageTitle, setPageTitle, setTitlePrefix } from './pageTitle';

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
