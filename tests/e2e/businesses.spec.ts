import type { Page } from '@playwright/test';
import { businessOf, invitationFor, submittedFor } from './support/businesses';
import { signUpUnseen, stranger } from './support/identityProvider';
import { callAs, heading, newcomer, settle, settled } from './support/portal';
import { expect, test } from './support/test';


const dialog = (page: Page) => page.getByRole('dialog');
const people = (page: Page) => page.getByRole('list', { name: 'Who acts for it' });

test('a business is added, a second person is invited and accepts, and roles change', async ({ page, browser }) => {
  await settled(page, '/businessapplications/dashboard');
  await expect(page.getByText('No businesses yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Add a business' }).first().click();
  await page.getByRole('button', { name: 'Add business' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('Name of the business').fill('Ocotillo Repair LLC');
  await page.getByLabel('What is the business structure?').selectOption('llc');
  await page.getByLabel('County of the business').selectOption('pima');
  await page.getByRole('button', { name: 'Add business' }).click();
  await expect(heading(page, 'Ocotillo Repair LLC')).toBeVisible();
  await expect(people(page)).toContainText('(you)');

  const invited = { ...stranger(), givenName: 'Marco' };
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' });
  await signUpUnseen(other, invited);
  await settle(other.request, invited);
  await page.getByLabel('Email address').fill(invited.email);
  await page.getByRole('radio', { name: /^Viewer/ }).check({ force: true });
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText('Not answered yet');
  await expect(page.getByLabel('Email address')).toHaveValue('');
  const link = await invitationFor(page.request, invited.email);

  // The link survives signing in, and its token is gone from the address then.
  const otherPage = await other.newPage();
  await otherPage.goto('/robots.txt');
  await otherPage.evaluate(() => localStorage.clear());
  const signsIn = otherPage.waitForRequest(/oauth2\/authorize/);
  await otherPage.goto(link);
  await signsIn;
  await expect(otherPage).toHaveURL(/\/businessapplications\/invitation$/);
  await expect(otherPage.getByText('Ocotillo Repair LLC')).toBeVisible();
  expect(await otherPage.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(link.split('token=')[1] as string);
  await otherPage.getByRole('button', { name: 'Accept' }).click();
  await expect(heading(otherPage, 'Ocotillo Repair LLC')).toBeVisible();
  await expect(otherPage.getByRole('button', { name: 'Change details' })).toHaveCount(0);

  // Used twice, it says so; for somebody else, it is no use.
  await otherPage.goto(link);
  await expect(otherPage.getByRole('heading', { name: 'You accepted this invitation' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);

  await page.goto('/businessapplications/dashboard');
  await page.getByRole('list', { name: 'Businesses' }).getByRole('link', { name: 'Ocotillo Repair LLC', exact: true }).click();
  await page.getByRole('button', { name: `Change role of Marco ${invited.familyName}` }).click();
  await expect(page.getByRole('radio', { name: /^Viewer/ }).first()).toBeFocused();
  await page.getByRole('form', { name: /Role of Marco/ }).getByRole('radio', { name: /^Manager/ }).check({ force: true });
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(people(page).getByRole('listitem').filter({ hasText: 'Marco' })).toContainText('Manager');
  await otherPage.goto(new URL(page.url()).pathname);
  await expect(otherPage.getByRole('button', { name: 'Change details' })).toBeVisible();

  // The last owner has to stay; the manager can leave.
  await expect(page.getByText('You are the only owner, so you can’t leave.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave this business' })).toHaveCount(0);
  await otherPage.getByRole('button', { name: 'Leave this business' }).click();
  await dialog(otherPage).getByRole('button', { name: 'Leave' }).click();
  await expect(otherPage).toHaveURL(/dashboard$/);
  await expect(otherPage.getByText('No businesses yet.')).toBeVisible();
  await other.close();
});

test('what was typed survives a change by somebody else, and a business with applications stays', async ({ page }) => {
  const person = await newcomer(page);
  const id = await businessOf(page.request, person.email);
  await page.goto(`/businessapplications/businesses/${id}`);
  await page.getByRole('button', { name: 'Change details' }).click();
  await expect(page.getByLabel('Name of the business')).toBeFocused();
  await page.getByLabel('Name of the business').fill('Ocotillo Cycles LLC');
  await callAs(page.request, person.email, 'PUT', `/api/businessapplications/businesses/${id}`, {
    name: 'Ocotillo Works LLC',
    entityType: 'llc',
    countyId: 'pinal',
    revision: ((await callAs(page.request, person.email, 'GET', `/api/businessapplications/businesses/${id}`)) as { revision: number }).revision,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed the details');
  await expect(page.getByText('Saved now: Ocotillo Works LLC')).toBeVisible();
  await expect(page.getByLabel('Name of the business')).toHaveValue('Ocotillo Cycles LLC');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heading(page, 'Ocotillo Cycles LLC')).toBeVisible();

  await submittedFor(page.request, person.email, id);
  await page.reload();
  await expect(page.getByText(/because it has applications/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove this business' })).toHaveCount(0);
});

test('a business is removed, and an invitation withdrawn', async ({ page }) => {
  const person = await newcomer(page);
  const id = await businessOf(page.request, person.email);
  await callAs(page.request, person.email, 'POST', `/api/businessapplications/businesses/${id}/invitations`, { email: 'marco@example.org', role: 'viewer' });
  await page.goto(`/businessapplications/businesses/${id}`);
  await page.getByRole('button', { name: 'Withdraw the invitation of marco@example.org' }).click();
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeFocused();
  await expect(page.getByRole('button', { name: /Withdraw the invitation/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove this business' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Remove business' }).click();
  await expect(page).toHaveURL(/dashboard$/);
  await expect(page.getByText('No businesses yet.')).toBeVisible();
  await page.goto(`/businessapplications/businesses/${id}`);
  await expect(heading(page, 'Business not found')).toBeVisible();
});
