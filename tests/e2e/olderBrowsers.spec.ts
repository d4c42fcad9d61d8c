import { openSignIn, userMenu } from './support/portal';
import { signIn } from './support/identityProvider';
import { expect, test } from './support/test';

test.describe('in a browser without the functions that the oldest supported ones lack', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const [owner, name] of [[URL, 'parse'], [URL, 'canParse'], [AbortSignal, 'any'], [Intl, 'Segmenter']] as const)
        Reflect.deleteProperty(owner, name);
    }),
  );

  test('a deep link leads through the sign-in', async ({ page }) => {
    await page.goto('/messages');
    await signIn(page, 'resident@example.com');
    await expect(page).toHaveURL('/messages');
    await expect(userMenu(page)).toBeVisible();
  });

  test('a sample person is one click away, and a name is found', async ({ page }) => {
    await openSignIn(page);
    await page.getByRole('button', { name: /business@example\.com/ }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/businessapplications/plan/searchexisting');
    await page.getByRole('searchbox').fill('desert bloom');
    await expect(page.locator('.found-name').filter({ hasText: 'Desert Bloom' }).first()).toBeVisible();
  });
});
