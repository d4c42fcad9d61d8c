import { createHash, randomBytes } from 'node:crypto';
import { expect, request as requests, type APIRequestContext, type APIResponse, type BrowserContext, type Page } from '@playwright/test';
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
  id: string;
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

/** The six digits of a message to an address that was not there before, once it has come. */
export async function codeSentTo(request: APIRequestContext, to: string, before: readonly Message[] = []): Promise<string> {
  const known = new Set(before.map(({ id }) => id));
  let digits: string | undefined;
  await expect(async () => {
    const added = (await messagesTo(request, to)).filter(({ id }) => !known.has(id));
    digits = added.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find(Boolean);
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
  const before = await messagesTo(page.request, person.email);
  await page.getByRole('button', { name: say.sendCode }).click();
  await page.getByLabel(say.code).fill(await codeSentTo(page.request, person.email, before));
  await page.getByRole('button', { name: say.continue }).click();
}

/** On the sign-in page: signs in with a password; for sample staff, see `enterSampleCode`. */
export async function signIn(page: Page, email: string, password = 'saguaro', say: Words = words.en): Promise<void> {
  await page.getByLabel(say.providerEmail).fill(email);
  await page.getByLabel(say.password).fill(password);
  await page.getByRole('button', { name: say.signIn, exact: true }).click();
}

/** On the page for the second factor: types the code that it shows. */
export async function enterSampleCode(page: Page, say: Words = words.en): Promise<void> {
  await page.getByLabel(say.code).fill(await page.locator('#sample-code').innerText());
  await page.getByRole('button', { name: say.continue }).click();
}

interface Security {
  clientId: string;
  b2cScopes: string[];
  oidcConfiguration: { authority: string; redirectUrl: string };
}

/** Sends the form of one of the provider's pages, as its button does. */
async function sendForm(request: APIRequestContext, shown: APIResponse, fields: Record<string, string>): Promise<APIResponse> {
  const html = await shown.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  expect(action, `a form at ${shown.url()}`).toBeTruthy();
  return request.post(new URL(action as string, shown.url()).href, {
    form: fields,
    headers: { Origin: identityUrl },
    maxRedirects: 0,
  });
}

/** The page that an answer sends the browser to. */
const followed = (request: APIRequestContext, answer: APIResponse): Promise<APIResponse> =>
  request.get(new URL(answer.headers().location as string, answer.url()).href);

/** What a browser keeps in which somebody is signed in: the provider's cookies and the portal's tokens. */
export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>;

/** The provider's first page for somebody who signs in to the portal, and what makes a session of its last answer. */
async function beginSignIn(request: APIRequestContext): Promise<{ page: APIResponse; finish: (answer: APIResponse) => Promise<Session> }> {
  const { security } = (await (await request.get('/configuration/')).json()) as { security: Security };
  const { authority, redirectUrl } = security.oidcConfiguration;
  const verifier = randomBytes(32).toString('base64url');
  const scope = security.b2cScopes.join(' ');
  const page = await request.get(`${authority}/oauth2/authorize`, {
    params: {
      client_id: security.clientId,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope,
      state: 'unseen',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  });
  const finish = async (answer: APIResponse): Promise<Session> => {
    const code = new URL(answer.headers().location as string).searchParams.get('code') as string;
    const reply = await request.post(`${authority}/oauth2/token`, {
      form: { grant_type: 'authorization_code', client_id: security.clientId, code, redirect_uri: redirectUrl, code_verifier: verifier },
    });
    expect(reply.ok(), await reply.text()).toBe(true);
    const { expires_in: lifetime, ...tokens } = (await reply.json()) as { expires_in: number; id_token: string };
    const profile = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] as string, 'base64url').toString()) as unknown;
    const value = JSON.stringify({ ...tokens, scope, profile, expires_at: Math.floor(Date.now() / 1000) + lifetime });
    const { cookies } = await request.storageState();
    return { cookies, origins: [{ origin: portalUrl.origin, localStorage: [{ name: `oidc.user:${authority}:${security.clientId}`, value }] }] };
  };
  return { page, finish };
}

/** Makes an account and signs in to the portal with it, by the same requests as the pages. */
async function signUpBy(request: APIRequestContext, person: Person): Promise<Session> {
  const { page, finish } = await beginSignIn(request);
  const link = /href="([^"]*\/sign-up[^"]*)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&');
  const form = await request.get(new URL(link as string, page.url()).href);
  const sent = await sendForm(request, form, {
    given_name: person.givenName,
    family_name: person.familyName,
    email: person.email,
    password: person.password,
  });
  const done = await sendForm(request, await followed(request, sent), { code: await codeSentTo(request, person.email) });
  return finish(done);
}

/**
 * Makes an account and signs the browser in with it, without showing a page: for tests that are about what comes
 * afterwards. The browser has the provider's session and the portal's tokens, and nothing of anybody before.
 */
export const signUpUnseen = async (context: BrowserContext, person: Person): Promise<void> =>
  context.setStorageState(await signUpBy(context.request, person));

/** Does the work with the cookies of a browser that nobody has used. */
async function elsewhere<T>(work: (request: APIRequestContext) => Promise<T>): Promise<T> {
  const request = await requests.newContext({ baseURL: portalUrl.origin });
  try {
    return await work(request);
  } finally {
    await request.dispose();
  }
}

/** Makes an account in another browser: in this one nobody is signed in. */
export const signUpElsewhere = (person: Person): Promise<Session> => elsewhere((request) => signUpBy(request, person));

/** The answer to the code that the page for the second factor shows. */
async function proveSample(request: APIRequestContext, asked: APIResponse): Promise<APIResponse> {
  const page = await followed(request, asked);
  const code = /id="sample-code">(\d{6})</.exec(await page.text())?.[1];
  return sendForm(request, page, { code: code as string });
}

/** The session of somebody with an account, for a browser of its own; sample staff with their second factor. */
export const signInUnseen = (email: string, password = 'saguaro'): Promise<Session> =>
  elsewhere(async (request) => {
    const { page, finish } = await beginSignIn(request);
    const answer = await sendForm(request, page, { email, password });
    const isHalfDone = new URL(answer.headers().location ?? '', answer.url()).pathname === '/second-factor';
    return finish(isHalfDone ? await proveSample(request, answer) : answer);
  });

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
