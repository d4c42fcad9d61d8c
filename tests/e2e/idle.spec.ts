import type { Page } from '@playwright/test';
import { identityUrl, signIn, signUpUnseen, stranger } from './support/identityProvider';
import { heading, loginButton, openSignIn, registered, settle, settled, userMenu } from './support/portal';
import { expect, test } from './support/test';
import { words } from './support/words';

const minute = 60_000;
const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
/** What notices that somebody is idle comes after the page. */
const isWatched = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.getItem('saguaro.lastActivity'))).not.toBeNull();
const alert = (page: Page) => page.getByRole('dialog', { name: 'Alert' });

test('somebody who is away is asked, and goes on where they were', async ({ page }) => {
  await page.clock.install();
  await settled(page, '/profile/contact');
  const save = page.getByRole('button', { name: 'Save' });
  await save.focus();
  await isWatched(page);
  await page.clock.fastForward(10 * minute);
  await expect(question(page)).toBeVisible();
  const secondsLeft = async () => {
    const [minutes, seconds] = (await page.getByRole('timer').innerText()).split(':').map(Number);
    return (minutes ?? 0) * 60 + (seconds ?? 0);
  };
  const before = await secondsLeft();
  expect(before).toBeLessThanOrEqual(300);
  expect(before).toBeGreaterThan(240);
  await page.clock.fastForward(30_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(before - 30);
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') ?? null)).toBeNull();
  }
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(save).toBeFocused();
  await expect(page).toHaveURL('/profile/contact');
});

test('somebody who does not answer is signed out in every tab, and told once', async ({ page, context }) => {
  await page.clock.install();
  const person = await settled(page, '/profile/contact');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(userMenu(other)).toBeVisible();
  await page.getByLabel('Mobile number').fill('602');

  // The clock is the context's: it goes on in both tabs.
  await page.clock.fastForward(15 * minute);
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/');
  await expect(loginButton(page)).toBeVisible();
  await expect(loginButton(other)).toBeVisible();
  const alerts = async () => (await alert(page).count()) + (await alert(other).count());
  await expect.poll(alerts).toBe(1);
  const told = (await alert(page).count()) === 1 ? page : other;
  await expect(alert(told)).toContainText('You have been idle for 15 minute(s) and have been automatically signed out.');
  await alert(told).getByRole('button', { name: 'OK' }).click();
  await expect(alert(told)).toHaveCount(0);
  await told.reload();
  await expect(loginButton(told)).toBeVisible();
  await expect(alert(told)).toHaveCount(0);

  // The provider asks for the password again, and what was typed is there for the same person.
  await openSignIn(page);
  await signIn(page, person.email, person.password);
  await expect(page).toHaveURL(/\/(dashboard|profile\/contact)$/);
  await page.goto('/profile/contact');
  await expect(page.getByLabel('Mobile number')).toHaveValue('602');
});

test('another person finds nothing of what was typed', async ({ page }) => {
  await page.clock.install();
  const another = await registered(page.request);
  await settled(page, '/profile/contact');
  await page.getByLabel('Mobile number').fill('602');
  await isWatched(page);
  await page.clock.fastForward(15 * minute);
  await expect(alert(page)).toBeVisible();
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await loginButton(page).click();
  await signIn(page, another.email, another.password);
  await expect(page).toHaveURL(/\/(dashboard|profile\/contact)$/);
  await page.goto('/profile/contact');
  await expect(page.getByLabel('Mobile number')).toHaveValue('');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual([]);
});

for (const hours of [-1, 1]) {
  test(`a clock that is wrong by ${hours} hour signs in and counts as any other`, async ({ page }) => {
    await page.clock.install({ time: Date.now() + hours * 60 * minute });
    const person = await registered(page.request);
    await openSignIn(page);
    await signIn(page, person.email, person.password);
    await expect(page).toHaveURL('/dashboard');
    await isWatched(page);
    await expect(userMenu(page)).toBeVisible();
    await page.clock.fastForward(9 * minute);
    await expect(question(page)).toHaveCount(0);
    await page.clock.fastForward(minute);
    await expect(question(page)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/');
    await expect(loginButton(page)).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
  });
}

test('a tab opened after a long absence signs out instead of letting in', async ({ page }) => {
  await settled(page);
  await page.evaluate((ago) => localStorage.setItem('saguaro.lastActivity', String(Date.now() - ago)), 20 * minute);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/');
  await expect(alert(page)).toContainText('You have been idle for 20 minute(s)');
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await loginButton(page).click();
  await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('without a network the sign-out still happens', async ({ page, context }) => {
  await page.clock.install();
  await settled(page);
  await isWatched(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.clock.fastForward(15 * minute);
  await expect(alert(page)).toContainText('You have been idle for 15 minute(s)');
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.user')))).toEqual([]);
  await context.setOffline(false);
  await alert(page).getByRole('button', { name: 'OK' }).click();
  await expect(heading(page, 'Your Arizona, in one place')).toBeVisible();
});

test.describe('somebody whose saved language is not that of the browser', () => {
  const spanishAlert = (page: Page) => page.getByRole('dialog', { name: 'Alerta' });

  /** In a context in which nobody chose a language on the device. */
  const spanish = test.extend({
    locale: ({}, use) => use(undefined),
    page: async ({ context }, use) => {
      const person = stranger();
      await signUpUnseen(context, person);
      await settle(context.request, person, 'es');
      await use(await context.newPage());
    },
  });

  const expectSpanish = async (page: Page, minutes: number) => {
    await expect(page).toHaveURL('/');
    await expect(spanishAlert(page)).toContainText(`Estuvo inactivo durante ${minutes} minuto(s)`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await spanishAlert(page).getByRole('button').click();
    await loginButton(page, words.es).click();
    await expect(page.getByRole('button', { name: words.es.signIn, exact: true })).toBeVisible();
  };

  spanish('reads in it that they are signed out, and the provider asks in it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/profile/contact');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.locator('h1.page-heading')).toBeVisible();
    await isWatched(page);
    await page.clock.fastForward(15 * minute);
    await expectSpanish(page, 15);
  });

  spanish('reads in it what a tab says that is opened too late', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    // Outside of the app, which would notice at once and sign out here.
    await page.goto('/robots.txt');
    await page.evaluate((ago) => localStorage.setItem('saguaro.lastActivity', String(Date.now() - ago)), 20 * minute);
    const late = await page.context().newPage();
    await page.close();
    await late.goto('/dashboard');
    await expectSpanish(late, 20);
  });
});
