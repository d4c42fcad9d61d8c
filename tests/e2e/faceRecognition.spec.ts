import type { Page } from '@playwright/test';
import { heading } from './support/portal';
import { expect, test } from './support/test';

const lock = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

test.use({ signedInAs: 'resident@example.com' });

async function begin(page: Page): Promise<void> {
  await page.goto('/enhancedauthentication/face/v2/info');
  await page.getByRole('button', { name: 'Continue with Face recognition' }).click();
  await expect(heading(page, 'Look into the camera')).toBeVisible();
}

/** The sandbox's page that stands in place of the camera. */
async function look(page: Page, name: string, wrong = 'nothing'): Promise<void> {
  await page.getByRole('link', { name: 'Open the camera' }).click();
  await page.getByLabel('Who stands before the camera').selectOption({ label: name });
  await page.getByLabel('What is wrong').selectOption({ label: wrong });
  await page.getByRole('button', { name: 'Look into the camera' }).click();
}

test('the face of the license’s photo is a proof, another face and a photograph are not', async ({ page }) => {
  await begin(page);
  await look(page, 'Ben Whitehorse');
  await expect(heading(page, 'You are not verified')).toBeFocused();
  await expect(page.getByText(/does not match the agency’s photo/)).toBeVisible();

  await begin(page);
  await look(page, 'Rosa Delgado', 'a photograph is held before the camera');
  await expect(page.getByText(/could not confirm a live face/)).toBeVisible();

  await begin(page);
  await page.getByRole('button', { name: 'Do not use the camera' }).click();
  await expect(heading(page, 'You canceled')).toBeFocused();
  await expect(page.getByText(/This try counts/)).toBeVisible();

  await begin(page);
  await look(page, 'Rosa Delgado');
  await expect(page).toHaveURL('/enhancedauthentication');
  await lock(page, 'Enhanced Authentication is active.').click();
  await expect(page.getByText(/Face recognition/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Sign out successful.')).toBeVisible();
});

test('only the page with the camera may use it', async ({ page }) => {
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['permissions-policy'];
  expect(await policyOf('/enhancedauthentication/face/camera')).toContain('camera=(self)');
  expect(await policyOf('/enhancedauthentication/face/v2/info')).toContain('camera=()');
});
