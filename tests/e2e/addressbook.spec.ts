import type { Page } from '@playwright/test';
import { answerWith, type Answer } from './support/answers';
import { bringAxe, expectAccessible } from './support/axe';
import { settled } from './support/portal';
import { expect, test } from './support/test';
import { words, type Language } from './support/words';

type Json = Record<string, unknown>;

const card = (page: Page, name: string) => page.getByRole('article', { name });
const summary = (page: Page) => page.getByRole('alert').first();

async function fill(page: Page, street: string, label = ''): Promise<void> {
  await page.getByLabel(/Your name for this address/).fill(label);
  await page.getByLabel('Name of the person or business').fill('Elena Ochoa');
  await page.getByLabel('Street address').fill(street);
  await page.getByLabel('City').fill('Bisbee');
  await page.getByLabel(/^State/).selectOption('AZ');
  await page.getByLabel('ZIP code').fill('85603-0042');
}

/** Fills in the form in any language. */
async function fillById(page: Page, values: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
  await page.locator('#state').selectOption('AZ');
}

test('addresses are added, changed, made primary and removed, and what was typed survives a failure', async ({ page }) => {
  await settled(page);
  await page.goto('/addressbook');
  await page.getByRole('link', { name: 'Add an address' }).click();
  await fill(page, '1 Copper Queen Plz');
  await page.route('**/api/profile/addresses', (route) => route.abort());
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(summary(page)).toBeFocused();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Copper Queen Plz');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page).toHaveURL('/addressbook');
  await expect(card(page, 'Home')).toContainText('Primary');
  await expect(card(page, 'Home')).toContainText('Bisbee, AZ 85603-0042');

  await page.getByRole('link', { name: 'Add an address' }).click();
  await fill(page, '2 Naco Rd', 'Studio');
  await page.getByRole('button', { name: 'Save address' }).click();
  await page.getByRole('button', { name: 'Make Studio primary' }).click();
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Studio');
  await expect(card(page, 'Studio').getByRole('heading')).toBeFocused();

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Douglas');
  await page.getByLabel('ZIP code').fill('85607');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(card(page, 'Home')).toContainText('Douglas, AZ 85607');

  await page.getByRole('button', { name: 'Remove Studio' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, 'Home')).toContainText('Primary');
});

test('a suggested address can be taken and refused, and no advice keeps an address from being saved', async ({ page }) => {
  const question = page.getByRole('heading', { name: 'Which address should we save?' });
  const save = page.getByRole('button', { name: 'Save address' });
  await settled(page);
  await page.goto('/addressbook/new');
  await fill(page, '1 Copper Queen Plz');
  await page.getByLabel('City').fill('Douglas');
  await save.click();
  await expect(question).toBeFocused();
  await expect(page.getByText('Different', { exact: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('City')).toBeFocused();
  await expect(page.getByLabel('City')).toHaveValue('Douglas');
  await save.click();
  await page.getByRole('button', { name: 'Keep what I entered' }).click();
  await expect(card(page, 'Home')).toContainText('Douglas, AZ 85603-0042');

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Naco');
  await save.click();
  await page.getByRole('button', { name: 'Use the suggestion' }).click();
  await expect(card(page, 'Home')).toContainText('BISBEE, AZ 85603-0042');

  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('ZIP code').fill('10001');
  await save.click();
  await expect(summary(page)).toBeFocused();
  await expect(page.getByLabel('ZIP code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Save as typed' }).click();
  await expect(card(page, 'Home')).toContainText('BISBEE, AZ 10001');

  await page.route('**/api/addressvalidation', (route) => route.abort());
  await page.getByRole('link', { name: 'Change Home' }).click();
  await page.getByLabel('City').fill('Benson');
  await save.click();
  await expect(card(page, 'Home')).toContainText('Benson, AZ 10001');
});

const longNames = (json: Json): Json => ({
  items: (json.items as Json[]).map((item) => ({
    ...item,
    label: 'Departamento de mi abuela en Nogales, 2º',
    recipient: 'Maximiliana-Guadalupe-Echeverría-Montenegro-de-la-Santísima-Trinidad-y-Velázquez-de-los-Ríos',
  })),
});

const states: { name: string; path: string; answers?: Record<string, Answer>; arrived: string }[] = [
  { name: 'addresses', path: '/addressbook', arrived: '.address-card' },
  { name: 'long names', path: '/addressbook', answers: { '/api/profile/addresses': longNames }, arrived: '.address-card' },
  { name: 'no addresses', path: '/addressbook', answers: { '/api/profile/addresses': { items: [] } }, arrived: '.empty' },
  { name: 'addresses that cannot be read', path: '/addressbook', answers: { '/api/profile/addresses': 404 }, arrived: '.usa-alert--error' },
  { name: 'form', path: '/addressbook/new', arrived: 'form' },
  { name: 'an address that is not there', path: '/addressbook/none', arrived: '.usa-button' },
];

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: words[language].locale, signedInAs: 'resident@example.com' });
    test.setTimeout(180_000);

    test('every state can be used by everybody', async ({ page, context }) => {
      await bringAxe(context);
      for (const { name, path, answers = {}, arrived } of states) {
        await test.step(name, async () => {
          await answerWith(page, answers);
          await page.goto(path);
          await expect(page.locator(arrived).first()).toBeVisible();
          await expectAccessible(page, name);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      }
      await test.step('form, refused', async () => {
        await page.goto('/addressbook/new');
        await page.locator('form .usa-button').click();
        await expect(summary(page)).toBeFocused();
        await expectAccessible(page, 'form, refused');
      });
      await test.step('form, doubted', async () => {
        await page.goto('/addressbook/new');
        await fillById(page, { recipient: 'Elena Ochoa', line1: '1 Copper Queen Plz', city: 'Bisbee', zip: '10001' });
        await page.locator('form .usa-button').click();
        await expect(summary(page)).toBeFocused();
        await expect(page.locator('form .usa-button')).toHaveCount(2);
        await expectAccessible(page, 'form, doubted');
      });
      await test.step('a suggestion', async () => {
        await page.goto('/addressbook/new');
        await fillById(page, { recipient: 'Elena Ochoa', line1: '1 Copper Queen Plz', city: 'Douglas', zip: '85603' });
        await page.locator('form .usa-button').first().click();
        await expect(page.locator('.address-question__title')).toBeFocused();
        await expectAccessible(page, 'a suggestion');
      });
      await test.step('sent to one agency, not to the other', async () => {
        await page.goto('/addressbook');
        await page.locator('.address-card__actions a[href$="/agencies"]').first().click();
        const boxes = page.getByRole('checkbox');
        await expect(boxes.first()).toBeVisible();
        await expectAccessible(page, 'choosing agencies');
        let calls = 0;
        await page.route('**/api/subscriptions/identities/*/address', (route) => {
          calls += 1;
          return calls === 1
            ? route.fulfill({ json: { acceptedAt: '2026-11-21T19:00:00Z' } })
            : route.fulfill({ status: 409, json: { code: 'x', message: 'The agency could not be reached. Nothing is lost.', requestId: 'a1' } });
        });
        await boxes.nth(0).check({ force: true });
        await boxes.nth(1).check({ force: true });
        await page.locator('form .usa-button').click();
        await expect(page.locator('.send-summary')).toBeFocused();
        await expect(page.locator('.records__record')).toHaveCount(1);
        await expect(page.locator('.records__problem')).toHaveCount(1);
        await expectAccessible(page, 'answers of agencies');
      });
    });
  });
}
