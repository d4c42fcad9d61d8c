import type { Locator, Page } from '@playwright/test';
import { codeSentTo } from './support/identityProvider';
import { heading, settled, signedUp } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Pastes a text from the clipboard in place of what a field holds. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.focus();
  await field.press('ControlOrMeta+A');
  await field.press('ControlOrMeta+V');
  await expect(field).not.toHaveValue('');
}

async function identify(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.goto('/register/identification');
  await paste(page.getByLabel('Legal first name'), firstName);
  await paste(page.getByLabel('Legal last name'), lastName);
  await page.getByLabel('Month').selectOption('3');
  await paste(page.getByLabel('Day', { exact: true }), ' 09');
  await paste(page.getByLabel('Year', { exact: true }), ' 1988\u00a0');
  await page.getByLabel('County').selectOption('Pima');
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a pasted name is shown as it is kept before it is final', async ({ page }) => {
  await signedUp(page);
  await identify(page, '\u2068Siobhán\u00a0Ma.Luisa\u2069', 'O‘Brien–St.John\u200b');
  await expect(heading(page, 'Check your answers')).toBeFocused();
  for (const kept of ['Siobhán Ma. Luisa', 'O’Brien-St. John', 'March 9, 1988'])
    await expect(page.locator('main')).toContainText(kept);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/profile/termsandconditions');
});

test('a number and its code are taken as people paste them', async ({ page }) => {
  await settled(page, '/profile/contact');
  const line = String(Math.floor(Math.random() * 9000) + 1000);
  await paste(page.getByLabel('Mobile number'), `\u202a+1 (602) 555‑${line}\u202c`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const number = page.locator('.address').filter({ hasText: `602-555-${line}` });
  await number.getByRole('button', { name: 'Send code' }).click();
  const code = number.getByLabel('6-digit code');
  await expect(code).toBeVisible();
  const sent = await codeSentTo(page.request, `+1602555${line}`);
  await paste(code, ` ${sent.slice(0, 3)}\u00a0${sent.slice(3)}\n`);
  await number.getByRole('button', { name: 'Confirm code' }).click();
  await expect(number.locator('.tag')).toHaveText('Verified');
});

test('an address keeps its emoji, and a text that is too long stays whole beside the limit', async ({ page }) => {
  await settled(page, '/addressbook/new');
  const label = page.getByLabel(/Nickname for this address/);
  const tooLong = '👩‍🌾 Farm '.repeat(10);
  await paste(label, tooLong);
  await expect(page.getByText('Use 40 characters or fewer')).toBeVisible();
  await expect(label).toHaveValue(tooLong);
  await paste(page.getByLabel('Name of the person or business'), 'Elena\u2007Ochoa');
  await paste(page.getByLabel('Street address'), 'HC–1 Box\u00a029');
  await paste(page.getByLabel('City'), 'Bisbee\u200e');
  await page.getByLabel(/^State/).selectOption('AZ');
  await paste(page.getByLabel('ZIP code'), ' 85603–0042\u00a0');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByRole('alert').getByRole('link', { name: 'Nickname for this address: Use 40 characters or fewer' })).toBeVisible();

  await paste(label, '👩‍🌾 Farm\u200b');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page).toHaveURL('/addressbook');
  const card = page.getByRole('article', { name: '👩‍🌾 Farm' });
  await expect(card).toContainText('Bisbee, AZ 85603-0042');
});

for (const [language, limit] of [
  ['en', 'Use 80 characters or fewer'],
  ['es', 'Use como máximo 80 caracteres'],
] as const) {
  const say = words[language];

  test.describe(`in ${language}`, () => {
    test.use({ locale: say.locale });

    test('names of 200 letters without a blank stay whole, and each is named in the list of errors', async ({ page }) => {
      const word = 'W'.repeat(200);
      await signedUp(page);
      await page.goto('/register/identification');
      await page.getByLabel(say.month).selectOption('3');
      await page.getByLabel(say.day, { exact: true }).fill('9');
      await page.getByLabel(say.year, { exact: true }).fill('1988');
      await page.getByLabel(say.county).selectOption('pima');
      const labels = [say.firstName, say.lastName];
      for (const label of labels) await paste(page.getByLabel(label), word);
      await page.getByRole('button', { name: say.continue }).click();
      await expect(page.getByRole('alert').getByRole('link')).toHaveText(labels.map((label) => `${label}: ${limit}`));
      for (const label of labels) await expect(page.getByLabel(label)).toHaveValue(word);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.locator('html')).toHaveJSProperty('scrollWidth', width);
      }
    });
  });
}
