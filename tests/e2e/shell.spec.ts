import type { Locator, Page } from '@playwright/test';
import { identityUrl } from './support/identityProvider';
import { heading, loginButton, newcomer, userMenu } from './support/portal';
import { expect, test } from './support/test';

const start = (page: Page) => heading(page, 'Your Arizona, in one place');
const assistance = (page: Page) => page.getByRole('dialog', { name: 'User Assistance' });
const helpPage = (page: Page) => page.frameLocator('iframe[title="User Assistance"]');
const pageHelp = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Help' });

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    // What has the focus looks unlike everything else.
    await expect(page.locator(':focus')).not.toHaveCSS('outline-style', 'none');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab does not reach it');
}

test('from the landing page to the dashboard and out again, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(start(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await tabTo(page, loginButton(page));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(new RegExp(`^${identityUrl}/`));
  await tabTo(page, page.getByRole('button', { name: /resident@example\.com/ }));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/dashboard');
  await expect(heading(page, 'Welcome back, Rosa')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your services', exact: true })).toBeVisible();
  await tabTo(page, userMenu(page));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(loginButton(page)).toBeVisible();
});

test('Logout stays under the pointer while the other items of the menu arrive', async ({ page }) => {
  await newcomer(page);
  let release = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/users', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto('/dashboard');
  await userMenu(page).click();
  await page.getByRole('button', { name: 'Logout' }).hover();
  await page.mouse.down();
  release();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Terms and conditions' })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL('/');
  await expect(loginButton(page)).toBeVisible();
});

test.describe('the carousel', () => {
  const shown = (page: Page) => page.locator('.slide:not([inert])');

  test('moves by itself, by its buttons, and stops', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.clock.install();
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Highlights' });
    await expect(shown(page)).toHaveAccessibleName('1 of 2');
    await page.clock.runFor(8_100);
    await expect(shown(page)).toHaveAccessibleName('2 of 2');
    await expect(page.getByRole('img', { name: 'Arizona MVD Now' })).toBeVisible();
    await expect(page.locator('.slide[inert]')).toBeHidden();

    await carousel.getByRole('button', { name: 'Next slide' }).click();
    await expect(shown(page)).toHaveAccessibleName('1 of 2');
    await carousel.getByRole('button', { name: 'Previous slide' }).click();
    await expect(shown(page)).toHaveAccessibleName('2 of 2');
    await carousel.getByRole('button', { name: 'Pause the slides' }).click();
    await start(page).click();
    await page.clock.runFor(20_000);
    await expect(shown(page)).toHaveAccessibleName('2 of 2');
    await expect(carousel.getByRole('button', { name: 'Play the slides' })).toBeVisible();
  });

  test('fades in 300 ms, and the page in a second', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    await expect(page.locator('.slide').first()).toHaveCSS('transition-duration', '0.3s, 0s');
    await expect(page.locator('.landing > :not(.hero)').first()).toHaveCSS('animation-duration', '1s');
    // The words at the top are there from the first paint.
    await expect(page.locator('.landing > .hero')).toHaveCSS('animation-duration', '0s');
  });

  test('stands still for people who want little motion', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Play the slides' })).toBeVisible();
    await page.clock.runFor(20_000);
    await expect(shown(page)).toHaveAccessibleName('1 of 2');
    await expect(page.locator('.landing > :not(.hero)').first()).toHaveCSS('animation-name', 'none');
  });

  test('leads to planning a business, and back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).click();
    await expect(heading(page, 'Plan your business')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('For Business One Stop help please contact: (602) 555-0100');
    await page.getByRole('link', { name: 'Back to the start page' }).click();
    await expect(start(page)).toBeVisible();
  });
});

test('pages start at one left edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const title = page.getByRole('heading', { level: 1 });
  const mark = page.getByRole('banner').getByRole('link', { name: /Saguaro/ });
  const getLeft = (element: Locator) => element.evaluate((node) => node.getBoundingClientRect().left);
  for (const path of ['/services', '/contact', '/accessibility', '/terms', '/privacy', '/businessapplications/plan', '/businessapplications/plan/costestimator']) {
    await page.goto(path);
    await expect.poll(async () => (await getLeft(title)) - (await getLeft(mark)), path).toBe(0);
  }
});

test.describe('User Assistance', () => {
  test('opens beside the page, turns its pages, and closes on the way back', async ({ page }) => {
    await page.goto('/privacy');
    await page.getByRole('banner').getByRole('link', { name: /Saguaro/ }).click();
    await expect(start(page)).toBeVisible();
    await page.getByRole('link', { name: 'Plan Your Business' }).click();
    await expect(heading(page, 'Plan your business')).toBeVisible();
    // The end of a navigation closes the help, also one that is opened before it.
    await expect(page.locator('#nprogress')).toHaveCount(0);
    await pageHelp(page).click();
    await expect(assistance(page)).toBeVisible();
    await expect(helpPage(page).getByRole('heading', { level: 1 })).toBeVisible();
    await helpPage(page).getByRole('link', { name: 'Contents' }).click();
    await helpPage(page).getByRole('listitem').getByRole('link').first().click();
    await expect(helpPage(page).getByRole('link', { name: 'Contents' })).toBeVisible();
    await page.goBack();
    await expect(start(page)).toBeVisible();
    await expect(assistance(page)).toBeHidden();
  });

  test('keeps Tab inside, closes on Escape in its frame too, and gives the focus back', async ({ page }) => {
    await page.goto('/');
    await pageHelp(page).focus();
    await page.keyboard.press('Enter');
    await expect(helpPage(page).getByRole('heading', { level: 1 })).toBeVisible();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    }
    await helpPage(page).getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(assistance(page)).toBeHidden();
    await expect(pageHelp(page)).toBeFocused();
  });

  test('says so kindly when a page is missing', async ({ page }) => {
    await page.route('**/help/en/landing.html', (route) => route.fulfill({ status: 403 }));
    await page.goto('/');
    await pageHelp(page).click();
    await expect(helpPage(page).getByRole('heading', { level: 1 })).toContainText(/not/);
  });
});

test('the way to the top appears after 20 pixels', async ({ page }) => {
  await page.goto('/');
  await expect(start(page)).toBeVisible();
  const toTop = page.getByRole('button', { name: 'Scroll to top' });
  await page.evaluate(() => window.scrollTo(0, 20));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(20);
  await expect(toTop).toBeHidden();
  await page.evaluate(() => window.scrollTo(0, 21));
  await toTop.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(toTop).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a full screen of waiting replaces the landing page while somebody signs in', async ({ page }) => {
  await page.route('**/.well-known/openid-configuration', () => new Promise(() => undefined));
  await page.goto('/');
  await page.getByRole('main').getByRole('button', { name: 'Login/Register' }).click();
  await expect(page.getByRole('heading', { name: 'Loading…' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test.describe('of a resident', () => {
  test.use({ signedInAs: 'resident@example.com' });

  test('the help gives way to the menu', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('banner').getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('button', { name: 'Help' })).toHaveCount(1);
    await expect(helpPage(page).getByRole('heading', { level: 1 })).toBeVisible();
    await page.locator('button.hamburger').click();
    await expect(assistance(page)).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await page.getByRole('main').click({ position: { x: 5, y: 400 } });
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  });

  test('the focus stays within the open menu and returns on Escape', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto('/dashboard');
    const hamburger = page.locator('button.hamburger');
    await hamburger.click();
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('.main-navigation') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(hamburger).toBeFocused();
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  });

  test('a page inside a frame has no menu and no logo', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(userMenu(page)).toBeVisible();
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.id = 'embedded';
      frame.src = '/profile/contact';
      document.body.append(frame);
    });
    const inside = page.frameLocator('#embedded');
    await expect(inside.getByRole('heading', { level: 1, name: 'Contact preferences' })).toBeVisible();
    await expect(inside.locator('.header')).toBeAttached();
    await expect(inside.locator('.brand, .main-menu, .hamburger, .panel-anchor')).toHaveCount(0);
  });
});

test.describe('of somebody with a business', () => {
  test.use({ signedInAs: 'business@example.com' });

  test('the header is one row on a phone', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(heading(page, 'Welcome back, Ben')).toBeVisible();
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('banner').getByRole('button', { name: 'Help' })).toBeVisible();
      expect((await page.locator('.header').boundingBox())?.height, `at ${width} px`).toBeLessThan(80);
    }
  });
});
