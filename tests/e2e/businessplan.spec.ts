import type { Page } from '@playwright/test';
import { signIn, signInUnseen } from './support/identityProvider';
import { settled } from './support/portal';
import { expect, test } from './support/test';

const plan = '/businessapplications/plan';
const accounts = '/businessapplications/accounts';
const accountApi = '/api/businessapplications/businessagency/azcc/user';

const secret = 'ocotillo in the rain 7';
const otherSecret = 'palo verde at noon 8';
const nameOf = (page: Page) => page.getByLabel('Name you would like');
const unique = () => `elena${crypto.randomUUID().slice(0, 8)}`;

test('each public page has a title and a description before any script runs', async ({ request }) => {
  const seen = new Set<string>();
  for (const path of ['', '/costestimator', '/decideyourname', '/resources', '/searchexisting']) {
    const response = await request.get(plan + path);
    expect(response.headers()['content-security-policy']).not.toContain('unsafe-inline');
    const html = await response.text();
    const title = /<title>(.+) \| Saguaro<\/title>/.exec(html)?.[1];
    const description = /<meta name="description" content="([^"]{60,160})"/.exec(html)?.[1];
    expect(title, path).toBeTruthy();
    expect(description, path).toBeTruthy();
    seen.add(`${title} ${description}`);
    expect(html).toContain(`<link rel="canonical" href="${plan}${path}" />`);
    expect(html).toContain(`<meta property="og:title" content="${title} | Saguaro" />`);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  }
  expect(seen.size).toBe(5);
  expect(await (await request.get(`${plan.toUpperCase()}/COSTESTIMATOR/`)).text()).toContain('Estimate your startup costs | Saguaro');
  expect(await (await request.get(`${plan}/nothing`)).text()).toContain('<title>Saguaro</title>');
});

test('a plan goes along from one device to another, and the one saved last counts', async ({ page, browser }) => {
  const person = await settled(page, plan);
  await page.getByLabel('What is the business structure?').selectOption('Limited liability company (LLC)');
  await nameOf(page).fill('Zuqbuq Yarrow LLC');
  await page.getByRole('button', { name: 'Save this plan to your account' }).click();
  await expect(page.getByText(/This plan is in your account, saved/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(plan);
  await nameOf(other).fill('Palo Verde LLC');
  await other.getByRole('button', { name: 'Sign in to save this plan' }).click();
  await signIn(other, person.email, person.password);
  await expect(other).toHaveURL(plan);
  await expect(other.getByText(/Your account has other answers, saved/)).toBeVisible();
  await expect(nameOf(other)).toHaveValue('Palo Verde LLC');
  await other.getByRole('button', { name: 'Go back to the saved plan' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Go back to it' }).click();
  await expect(nameOf(other)).toHaveValue('Zuqbuq Yarrow LLC');
  await nameOf(other).fill('Zuqbuq Sage LLC');
  await other.getByRole('button', { name: 'Save the changes' }).click();
  await expect(other.getByText(/This plan is in your account, saved/)).toBeVisible();

  // The first device knows the earlier one; it changes it without having seen the other.
  await nameOf(page).fill('Zuqbuq Cactus LLC');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await expect(page.getByText('It replaced a plan from another device.')).toBeVisible();
  await expect(page.getByText(/This plan is in your account, saved/)).toBeVisible();

  const third = await (await browser.newContext({ storageState: await signInUnseen(person.email, person.password) })).newPage();
  await third.goto(plan);
  await expect(nameOf(third)).toHaveValue('Zuqbuq Cactus LLC');
  await third.getByRole('button', { name: 'Delete the saved plan' }).click();
  await third.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
  await expect(third.getByRole('button', { name: 'Save this plan to your account' })).toBeVisible();
  await other.context().close();
  await third.context().close();
});

test('an account at an agency is made, unlinked and linked again, and no password is kept', async ({ page }) => {
  await settled(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes(secret)) sent.push(new URL(request.url()).pathname);
  });
  const userName = unique();
  await page.goto(accounts);
  await page.getByRole('link', { name: 'Arizona Business Center account' }).click();
  await page.getByLabel('No, I want to create one').check({ force: true });
  await expect(page.getByText('Use 12 to 128 characters.')).toBeVisible();
  await page.locator('#userName').fill(userName);
  await page.locator('#password').fill(secret);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`Linked as ${userName} since`)).toBeVisible();

  await page.locator('#currentPassword').fill('not this one at all');
  await page.locator('#newPassword').fill(otherSecret);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('did not accept your current password')).toBeVisible();
  await expect(page.locator('#newPassword')).toHaveValue('');
  await page.locator('#currentPassword').fill(secret);
  await page.locator('#newPassword').fill(otherSecret);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();

  await page.getByRole('button', { name: 'Unlink this account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('You have no linked accounts yet.')).toBeVisible();
  await page.locator('#userName').fill(userName);
  await page.locator('#password').fill(otherSecret);
  await page.getByRole('button', { name: 'Link this account' }).click();
  await expect(page.getByText(`Linked as ${userName} since`)).toBeVisible();

  await page.getByText('Forgot your password?').click();
  await page.getByRole('button', { name: 'Ask for help' }).click();
  await expect(page.getByText('If it has this account, it writes to the address on file.')).toBeVisible();

  expect(new Set(sent)).toEqual(new Set([`${accountApi}/register`, `${accountApi}/password`]));
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  for (const password of [secret, otherSecret]) expect(kept).not.toContain(password);
});
