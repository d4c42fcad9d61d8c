import { expect, type APIRequestContext, type APIResponse, type Download, type Locator, type Page } from '@playwright/test';
import { identityUrl, signUpElsewhere, signUpUnseen, stranger, tokensOf, type Person } from './identityProvider';
import { words, type Language, type Words } from './words';

const portalUrl = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');

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

/** Makes every token useless and every silent renewal fail, as after a long absence. */
export async function expireSession(page: Page): Promise<void> {
  await page.route('**/oauth2/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
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

/** What the API answers somebody with an account at the provider. */
export async function answerAs(request: APIRequestContext, email: string, method: string, path: string, data?: unknown): Promise<APIResponse> {
  const tokens = await tokensOf(request, email);
  const headers = { Authorization: `Bearer ${tokens.access_token}`, id_token: tokens.id_token, 'Idempotency-Key': crypto.randomUUID() };
  return request.fetch(path, { method, headers, data });
}

/** Calls the API as somebody with an account at the provider. */
export async function callAs(request: APIRequestContext, email: string, method: string, path: string, data?: unknown): Promise<unknown> {
  const response = await answerAs(request, email, method, path, data);
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** Registers somebody with an account, accepts the terms and sets contact preferences, without a browser. */
export async function settle(request: APIRequestContext, person: Person, language: Language = 'en'): Promise<void> {
  await callAs(request, person.email, 'POST', '/api/users/register', {
    legalFirstName: person.givenName,
    legalLastName: person.familyName,
    preferredName: null,
    dateOfBirth: '1988-03-09',
    countyId: 'pima',
    language,
  });
  const terms = (await callAs(request, person.email, 'GET', '/api/profile/termsandconditions')) as { version: string };
  await callAs(request, person.email, 'PUT', '/api/profile/termsandconditions/accept', { version: terms.version });
  const preferences = (await callAs(request, person.email, 'GET', '/api/profile/contactpreferences')) as {
    notices: { kind: string; channels: string[] }[];
  };
  await callAs(request, person.email, 'PUT', '/api/profile/contactpreferences', {
    language,
    addresses: [{ channel: 'email', address: person.email }],
    notices: preferences.notices.map(({ kind }) => ({ kind, channels: ['email'] })),
  });
}

/** Makes the terms that somebody accepted those of a version that is not in force anymore, in the emulator of AWS. */
export async function hasAcceptedAnOlderVersion(request: APIRequestContext, email: string): Promise<void> {
  const dynamoDb = async <T>(operation: string, data: object): Promise<T> => {
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      // The emulator reads the region out of it and checks no signature.
      Authorization: 'AWS4-HMAC-SHA256 Credential=testing/20261122/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none',
    };
    const response = await request.post(`http://localhost:${Number(portalUrl.port) + 2}/`, { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()) as T;
  };
  const { TableNames: names } = await dynamoDb<{ TableNames: string[] }>('ListTables', {});
  const TableName = names.find((name) => /users/i.test(name));
  const { Items: found } = await dynamoDb<{ Items: { user_id: { S: string } }[] }>('Scan', {
    TableName,
    FilterExpression: 'email_key = :email',
    ExpressionAttributeValues: { ':email': { S: email } },
  });
  expect(found).toHaveLength(1);
  const Key = { user_id: found[0]?.user_id, item: { S: 'access' } };
  await dynamoDb('PutItem', { TableName, Item: { ...Key, kind: { S: 'access' }, accepted_terms: { S: '2020-01-01' } } });
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
