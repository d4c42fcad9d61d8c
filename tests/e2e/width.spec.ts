import type { Page } from '@playwright/test';
import { expect, test } from './support/test';

/** Buttons and links outside of sentences that are too small to touch; the skip link is for keys. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('a[href]:not(.usa-skipnav), button, summary').evaluateAll((targets) =>
    targets
      .filter(
        (target) =>
          target.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(target).display !== 'inline',
      )
      .map((target) => ({
        name: target.className || target.textContent,
        box: target.getBoundingClientRect(),
      }))
      .filter(({ box }) => Math.min(box.width, box.height) < 44)
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );

test.describe('targets at 390 px', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('are large enough on the landing page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Privacy' })).toBeVisible();
    await expect.poll(() => smallTargets(page)).toEqual([]);
  });

  test.describe('of a resident', () => {
    test.use({ signedInAs: 'resident@example.com' });

    test('are large enough on the dashboard', async ({ page }) => {
      await page.goto('/dashboard');
      await page.locator('details:has(.masked) > summary').filter({ visible: true }).first().click();
      await expect(page.locator('.masked').filter({ visible: true })).not.toHaveCount(0);
      await expect(page.locator('.skeleton')).toHaveCount(0);
      await expect.poll(() => smallTargets(page)).toEqual([]);
    });
  });
});
