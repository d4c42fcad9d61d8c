import { expect, type APIRequestContext, type Download, type Locator, type Page } from '@playwright/test';
import { identityUrl, signUpElsewhere, signUpUnseen, stranger, tokensOf, type Person } from './identityProvider';
import { words, type Words } from './words';

export const loginButton = (page: Page, say: Words = words.en) => page.getByRole('banner').getByRole('button', { name: say.login });
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
export const userMenu = (page: Page) => page.getByRole('banner').locator('.user-menu__button');

/** From the landing page to the identity provider's sign-in page. */
export async function openSignIn(page: Page, say: Words = words.en): Promise<void> {
  await page.goto('/');
  await loginButton(page, say).click();
  await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
}

/** Signs out by the user menu and waits until the provider has sent the browser back. */
export async function signOut(page: Page, say: Words = words.en): Promise<void> {
  await userMenu(page).click();
  await page.getByRole('button', { name: say.logout }).click();
  await expect(page).toHaveURL('/');
  await expect(loginButton(page, say)).toBeVisible();
}

/** Fills in and sends the registration form. */
export async function register(page: Page, person: Person, say: Words = words.en): Promise<void> {
  await page.getByLabel(say.firstName).fill(person.givenName);
  await page.getByLabel(say.lastName).fill(person.familyName);
  await page.getByLabel(say.month).selectOption('3');
  await page.getByLabel(say.day, { exact: true }).fill('9');
  await page.getByLabel(say.year, { exact: true }).fill('1988');
  await page.getByLabel(say.county).selectOption('pima');
  await page.getByRole('button', { name: say.continue }).click();
  await expect(heading(page, say.checkAnswers)).toBeFocused();
  await page.getByRole('button', { name: say.register, exact: true }).click();
}

/** Calls the API as somebody with an account at the provider. */
export async function callAs(request: APIRequestContext, email: string, method: string, path: string, data?: unknown): Promise<unknown> {
  const tokens = await tokensOf(request, email);
  const response = await request.fetch(path, {
    method,
    headers: { Authorization: `Bearer ${tokens.access_token}`, id_token: tokens.id_token, 'Idempotency-Key': crypto.randomUUID() },
    data,
  });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** Registers somebody with an account, accepts the terms and sets contact preferences, without a browser. */
export async function settle(request: APIRequestContext, person: Person): Promise<void> {
  await callAs(request, person.email, 'POST', '/api/users/register', {
    legalFirstName: person.givenName,
    legalLastName: person.familyName,
    preferredName: null,
    dateOfBirth: '1988-03-09',
    countyId: 'pima',
    language: 'en',
  });
  const terms = (await callAs(request, person.email, 'GET', '/api/profile/termsandconditions')) as { version: string };
  await callAs(request, person.email, 'PUT', '/api/profile/termsandconditions/accept', { version: terms.version });
  const preferences = (await callAs(request, person.email, 'GET', '/api/profile/contactpreferences')) as {
    notices: { kind: string; channels: string[] }[];
  };
  await callAs(request, person.email, 'PUT', '/api/profile/contactpreferences', {
    language: 'en',
    addresses: [{ channel: 'email', address: person.email }],
    notices: preferences.notices.map(({ kind }) => ({ kind, channels: ['email'] })),
  });
}

/** Somebody new who has everything set up and is not signed in here. */
export async function registered(request: APIRequestContext): Promise<Person> {
  const person = stranger();
  await signUpElsewhere(person);
  await settle(request, person);
  return person;
}

/** Somebody new who has an account at the provider and is signed in to the portal, not registered yet. */
export async function signedUp(page: Page): Promise<Person> {
  const person = stranger();
  await signUpUnseen(page.context(), person);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/register/);
  return person;
}

/** Somebody new who is signed in and has everything set up, before any page is loaded. */
export async function newcomer(page: Page): Promise<Person> {
  const person = stranger();
  await signUpUnseen(page.context(), person);
  await settle(page.request, person);
  return person;
}

/** The same on a page, once it is there. */
export async function settled(page: Page, path = '/dashboard'): Promise<Person> {
  const person = await newcomer(page);
  await page.goto(path);
  await expect(userMenu(page)).toContainText('Elena');
  await expect(page.locator('h1.page-heading')).toBeVisible();
  return person;
}

/** Downloads a file by its button, which says for a second that the file is still being looked at for malware. */
export async function download(page: Page, button: Locator): Promise<Download> {
  const coming = new Promise<Download>((resolve) => page.once('download', resolve));
  await expect(async () => {
    const answer = page.waitForResponse(/\/(attachments|documents)\//);
    await button.click();
    expect(((await (await answer).json()) as { state: string }).state).toBe('ready');
  }).toPass();
  return coming;
}
