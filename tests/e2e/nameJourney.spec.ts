import type { Page } from '@playwright/test';
import { agencyDecides, completeAnswers, freeName, idOf, pdf } from './support/businesses';
import { callAs, heading, newcomer } from './support/portal';
import { expect, test } from './support/test';

const plan = '/businessapplications/plan';
const applications = '/businessapplications/applications';

/** A name that the register has, in another spelling. */
const taken = 'Desert Bloom LLC';

const checkOf = (name: string) => `${plan}/decideyourname?${new URLSearchParams({ name, entityType: 'llc' })}`;
const field = (page: Page) => page.getByLabel('Name with its ending');
const verdict = (page: Page) => page.locator('.name-check');
const saved = (page: Page) => expect(page.locator('.save-status')).toContainText('Saved at');
const rowOf = (page: Page, name: string, status: string) => page.locator('.found-name').filter({ hasText: name }).filter({ hasText: status });

test('from a free name to the company that carries it, while the next person looks on', async ({ page, browser }) => {
  test.slow();
  const name = freeName();
  const person = await newcomer(page);

  await page.goto(checkOf(name));
  await expect(page.getByText('This name is available')).toBeVisible();
  await page.getByRole('button', { name: 'Reserve this name for 120 days' }).click();
  await page.getByRole('button', { name: 'Reserve the name' }).click();
  await expect(page.getByText('You reserved this name')).toBeVisible();

  await page.goto('/businessapplications/dashboard');
  await page.getByRole('link', { name: `Add as a business: ${name}` }).click();
  await expect(page.getByLabel('Name of the business')).toHaveValue(name);
  await page.getByLabel('County of the business').selectOption('pima');
  await page.getByRole('button', { name: 'Add business' }).click();
  await expect(heading(page, name)).toBeVisible();
  const businessId = idOf(page);
  await page.getByRole('link', { name: 'Start an application' }).click();
  await page.getByRole('button', { name: /^Start: Articles of organization/ }).click();
  await expect(heading(page, 'Articles of organization (LLC)')).toBeVisible();
  const id = idOf(page);

  // The verdict follows what is typed.
  await expect(field(page)).toHaveValue(name);
  await expect(verdict(page)).toContainText('Your business reserved it until');
  await field(page).fill(taken);
  await expect(verdict(page)).toContainText("This name isn’t available");
  await saved(page);

  // A submission with it is refused at its field.
  const path = `/api${applications}/${id}`;
  const { revision } = (await callAs(page.request, person.email, 'GET', path)) as { revision: number };
  await callAs(page.request, person.email, 'PUT', `${path}/answers`, { answers: { ...completeAnswers(), companyName: taken }, revision });
  await page.goto(`${applications}/${id}?step=-documents`);
  await page.getByLabel(/^Choose a file/).setInputFiles(pdf);
  await expect(page.getByText('Checked', { exact: true })).toBeVisible();
  const submit = async () => {
    await page.goto(`${applications}/${id}?step=-review`);
    await expect(page.locator('.fees__sum')).toContainText('Amount owed');
    await expect(page.locator('.fees__sum')).toContainText(/\$\d+\.\d\d/);
    await page.locator('#declaration').check({ force: true });
    await page.getByRole('button', { name: /^Submit to/ }).click();
  };
  await submit();
  await page.getByRole('alert').getByRole('link', { name: /this name isn't available/ }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveAccessibleDescription(/this name isn't available/);
  await page.getByLabel('A name you reserved').selectOption({ value: name });
  await expect(field(page)).toHaveValue(name);
  await expect(verdict(page)).toContainText('Your business reserved it until');
  await saved(page);
  await submit();
  await expect(page.getByText('Your application is submitted')).toBeVisible();
  await expect(page.locator('.fees__sum')).toContainText('Amount owed');

  // The next person finds the name held, and then the company.
  const next = await (await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'en-US' })).newPage();
  const isTaken = async (status: string) => {
    await next.goto(checkOf(name));
    await expect(next.getByText("This name isn’t available")).toBeVisible();
    await expect(next.locator('.rival').filter({ hasText: name }).filter({ hasText: status })).toBeVisible();
    await next.goto(`${plan}/searchexisting?${new URLSearchParams({ name })}`);
    await expect(rowOf(next, name, status)).toBeVisible();
  };
  await isTaken('Filed, under review');
  await agencyDecides(page.request, id, { state: 'approved' });
  await expect(async () => {
    const { state } = (await callAs(page.request, person.email, 'GET', path)) as { state: string };
    expect(state).toBe('approved');
  }).toPass();
  await isTaken('Active');
  await rowOf(next, name, 'Active').getByRole('link').click();
  await expect(heading(next, name)).toBeFocused();
  await expect(next.locator('.fact-grid')).toContainText('Active');
  await next.context().close();

  await page.goto(`/businessapplications/businesses/${businessId}`);
  await expect(heading(page, name)).toBeVisible();
  await page.goto(`${plan}/decideyourname`);
  await expect(page.locator('.reservations .rival').filter({ hasText: name })).toContainText('Used by your approved filing');
});
