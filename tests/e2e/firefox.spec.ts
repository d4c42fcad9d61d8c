import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { words } from './support/words';

// Playwright needs a Firefox of its own make, or a newer one than Debian has; Puppeteer drives the one that is installed.
const { FIREFOX_PATH: executablePath = 'firefox', PORTAL_URL: portal = 'http://localhost:8080' } = process.env;

const named = (page: Page, role: 'button' | 'heading' | 'link' | 'searchbox', name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`);

let firefox: Browser;

test.beforeAll(async () => {
  firefox = await puppeteer.launch({ browser: 'firefox', executablePath });
});

test.afterAll(() => firefox.close());

test('in Firefox a visitor searches for a name, changes the language, signs in, and signs out', async () => {
  test.slow();
  const page = await firefox.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  const found = page.locator('.found-name ::-p-text(Desert Bloom)');

  await page.goto(portal);
  await named(page, 'heading', 'Your Arizona, in one place').wait();
  await named(page, 'link', 'Plan Your Business').click();
  await named(page, 'link', 'Search existing names').click();
  await named(page, 'searchbox', 'Name, or a part of it').fill('desert bloom');
  await found.wait();
  await named(page, 'button', 'Español').click();
  await named(page, 'heading', 'Buscar nombres existentes').wait();
  await found.wait();

  await named(page, 'button', words.es.login).click();
  await page.locator('button ::-p-text(resident@example.com)').click();
  await named(page, 'heading', 'Buscar nombres existentes').wait();
  await named(page, 'link', 'Panel principal').click();
  await expect.poll(() => page.title()).toContain('Panel principal');

  await page.locator('.user-menu__button').click();
  await named(page, 'button', words.es.logout).click();
  await named(page, 'heading', 'Su Arizona, en un solo lugar').wait();
  await named(page, 'button', words.es.login).wait();
});
