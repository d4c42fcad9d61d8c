import type { Page } from '@playwright/test';
import { heading } from './support/portal';
import { expect, test } from './support/test';
import { VirtualWallet } from './support/wallet';

const person = 'business@example.com';
const lock = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

test.use({ signedInAs: person });

/** Chooses MID among the ways; answers what the wallet is asked. */
async function chooseMobileId(page: Page): Promise<unknown> {
  await page.goto('/enhancedauthentication?returnTo=/transactions');
  const attempt = page.waitForResponse(
    (response) => /\/attempts\/[^/]+$/.test(response.url()) && response.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Continue with Mobile ID (MID)' }).click();
  await expect(heading(page, 'Show your mobile driver’s license')).toBeFocused();
  return ((await (await attempt).json()) as { requests: unknown }).requests;
}

const openWallet = (page: Page) => page.getByRole('button', { name: 'Open your wallet' }).click();
const signOut = async (page: Page) => {
  await lock(page, 'Enhanced Authentication is active.').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Sign out successful.')).toBeVisible();
};

for (const protocol of ['openid4vp-v1-signed', 'openid4vp-v1-unsigned', 'org-iso-mdoc'])
  test(`a license is shown by ${protocol}`, async ({ page }, testInfo) => {
    const wallet = await VirtualWallet.of(page, testInfo);
    await wallet.answer(await chooseMobileId(page), person, protocol);
    await openWallet(page);
    await expect(page).toHaveURL('/transactions');
    await expect(page.getByText('You proved who you are.')).toBeVisible();
    // The lock's panel closes when the page that it was opened over gives way to the next one.
    await expect(heading(page, 'Transactions')).toBeFocused();
    await signOut(page);
  });

test('somebody else, a copy and a refusal prove nothing', async ({ page }, testInfo) => {
  const wallet = await VirtualWallet.of(page, testInfo);
  for (const [spoiled, words] of [
    ['wrongPerson', /does not match your registration/],
    ['stolen', /couldn’t trust the answer/],
  ] as const) {
    await wallet.answer(await chooseMobileId(page), person, 'org-iso-mdoc', spoiled);
    await openWallet(page);
    await expect(heading(page, 'You are not verified')).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
  }
  await chooseMobileId(page);
  await wallet.decline();
  await openWallet(page);
  await expect(heading(page, 'You canceled')).toBeVisible();
  await expect(lock(page, 'Enhanced Authentication is not active.')).toBeVisible();
});

test('a license is shown by another device, and the page that waits goes on', async ({ page, context }) => {
  await chooseMobileId(page);
  await expect(page.getByRole('img', { name: 'Code to scan with your phone' })).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open a wallet on this device instead' }).click();
  const wallet = await opened;
  await wallet.getByLabel('Whose license').selectOption(person);
  await wallet.getByRole('button', { name: 'Show it to the portal' }).click();
  await expect(wallet.getByRole('heading', { name: 'The answer is sent' })).toBeVisible();
  await page.bringToFront();
  // The lock's panel closes when the page that it was opened over gives way to the next one.
  await expect(heading(page, 'Transactions')).toBeFocused();
  await signOut(page);
});

test('another device that declines is no try', async ({ page, context }) => {
  await chooseMobileId(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open a wallet on this device instead' }).click();
  await (await opened).getByRole('button', { name: 'Decline' }).click();
  await page.bringToFront();
  await expect(heading(page, 'You canceled')).toBeVisible();
});

test('after a license, a touch is enough the next time', async ({ page }, testInfo) => {
  const wallet = await VirtualWallet.of(page, testInfo);
  await wallet.addDevice();
  await wallet.answer(await chooseMobileId(page), person, 'org-iso-mdoc');
  await openWallet(page);
  await expect(page).toHaveURL('/transactions');

  await page.goto('/enhancedauthentication');
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'My phone' })).toBeVisible();
  await signOut(page);

  await page.goto('/enhancedauthentication?returnTo=/transactions');
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL('/transactions');
  await page.goto('/messages/portal');
  await expect(page.getByRole('link', { name: /A passkey was added to your account/ }).first()).toBeVisible();

  await page.goto('/enhancedauthentication');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('My phone was removed.')).toBeVisible();
  // It had proved who the person is in this session.
  await expect(lock(page, 'Enhanced Authentication is not active.')).toBeVisible();
});
