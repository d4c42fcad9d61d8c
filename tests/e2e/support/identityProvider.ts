import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { words, type Words } from './words';

const portalUrl = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');

/** The local identity provider listens on the port after the portal's. */
export const identityUrl = `http://localhost:${Number(portalUrl.port) + 1}`;

export interface Person {
  givenName: string;
  familyName: string;
  email: string;
  password: string;
}

/** Somebody whom neither the identity provider nor the portal has met. */
export function stranger(): Person {
  const unique = crypto.randomUUID().slice(0, 8);
  return { givenName: 'Elena', familyName: 'Ochoa', email: `elena.${unique}@example.org`, password: 'mesquite and rain' };
}

interface Message {
  to: string;
  subject: string;
  text: string;
  sentAt: string;
}

/** Everything that was sent to an address, newest first. */
export async function messagesTo(request: APIRequestContext, to: string): Promise<Message[]> {
  const response = await request.get(`${identityUrl}/outbox.json`, { params: { to } });
  expect(response.ok()).toBe(true);
  return ((await response.json()) as { messages: Message[] }).messages;
}

/** The six digits of the newest message to an address, once there are at least `count` messages. */
export async function codeSentTo(request: APIRequestContext, to: string, count = 1): Promise<string> {
  let digits: string | undefined;
  await expect(async () => {
    const messages = await messagesTo(request, to);
    expect(messages.length).toBeGreaterThanOrEqual(count);
    digits = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0];
    expect(digits).toBeDefined();
  }).toPass();
  return digits as string;
}

/** On the sign-in page: makes an account and comes back to the portal. */
export async function signUp(page: Page, person: Person, say: Words = words.en): Promise<void> {
  await page.getByRole('link', { name: say.createAccount }).click();
  await page.getByLabel(say.givenName).fill(person.givenName);
  await page.getByLabel(say.familyName).fill(person.familyName);
  await page.getByLabel(say.providerEmail).fill(person.email);
  await page.getByLabel(say.password).fill(person.password);
  const before = (await messagesTo(page.request, person.email)).length;
  await page.getByRole('button', { name: say.sendCode }).click();
  await page.getByLabel(say.code).fill(await codeSentTo(page.request, person.email, before + 1));
  await page.getByRole('button', { name: say.continue }).click();
}

/** On the sign-in page: signs in with a password. */
export async function signIn(page: Page, email: string, password = 'saguaro', say: Words = words.en): Promise<void> {
  await page.getByLabel(say.providerEmail).fill(email);
  await page.getByLabel(say.password).fill(password);
  await page.getByRole('button', { name: say.signIn, exact: true }).click();
}

/** Deletes the sign-in of whoever is signed in at the provider; what the portal keeps stays. */
export async function deleteSignIn(page: Page, password: string): Promise<void> {
  await page.goto(`${identityUrl}/account/delete?ui_locales=en`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Delete my sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Your sign-in is deleted' })).toBeVisible();
}

/** Both tokens of somebody with an account, without a browser. */
export async function tokensOf(request: APIRequestContext, email: string): Promise<{ access_token: string; id_token: string }> {
  const response = await request.post(`${identityUrl}/local/token`, { data: { email } });
  expect(response.ok()).toBe(true);
  return (await response.json()) as { access_token: string; id_token: string };
}
