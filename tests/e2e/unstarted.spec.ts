import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { heading } from './support/portal';
import { expect, test } from './support/test';

const told = (page: Page) => [
  page.getByRole('heading', { name: 'This page did not open' }),
  page.getByRole('heading', { name: 'Esta página no se abrió' }),
];

test.use({ viewport: { width: 390, height: 900 } });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/', '/dashboard', '/services'])
    test(`${path} says what to do in both languages at once`, async ({ page }) => {
      await page.goto(path);
      for (const each of told(page)) await expect(each).toBeVisible({ timeout: 2_000 });
    });
});

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test.describe(`with a script that does not come, and motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    test('says what to do in both languages, after a slow line had its time', async ({ page }) => {
      await page.route(/\/assets\/portal-[^/]*\.js$/, (route) => route.abort());
      await page.goto('/');
      const delays = await page.evaluate(() => document.getAnimations().map((animation) => animation.effect?.getTiming().delay));
      expect(delays).toEqual([8_000]);
      for (const each of told(page)) await expect(each).toBeHidden();
      for (const each of told(page)) await expect(each).toBeVisible();
      await expectAccessible(page, 'an app that did not start');
    });
  });
}

test('an app that starts leaves nothing of it', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page, 'Your Arizona, in one place')).toBeVisible();
  await expect(page.locator('.unstarted')).toHaveCount(0);
});
