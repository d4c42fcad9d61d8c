import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test';
import { words, type Language } from './support/words';

const documents = {
  en: { '/privacy': 'Privacy notice', '/terms': 'Terms and conditions' },
  es: { '/privacy': 'Aviso de privacidad', '/terms': 'Términos y condiciones' },
};
const chapters = { en: 'On this page', es: 'En esta página' };
/** As narrow as the help panel gets. */
const narrowest = 280;

const pagesIn = (language: Language) => readdirSync(resolve(import.meta.dirname, '../../webapp/help/pages', language));

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What the content security policy refuses shows as an error of the console. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
}

for (const language of Object.keys(words) as Language[]) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: words[language].locale });
    test.setTimeout(180_000);

    for (const [path, title] of Object.entries(documents[language])) {
      test(`${path} leads to its sections, keeps the list in view on a desk, prints its text alone and breaks no rule of the portal`, async ({ page }) => {
        const refused = refusals(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        const contents = page.getByRole('navigation', { name: chapters[language] });
        const links = contents.getByRole('link');
        await expect(links.first()).toBeVisible();
        const count = await links.count();
        expect(count).toBeGreaterThan(10);
        const fifth = links.nth(4);
        const target = (await fifth.getAttribute('href')) as string;
        await fifth.click();
        await expect(page).toHaveURL(path + target);
        await expect(page.locator(target)).toBeInViewport();
        await expect(contents).toBeInViewport();
        await page.goto(path + (await links.nth(count - 1).getAttribute('href')));
        await page.reload();
        await expect(page.locator('.document-text').locator('section').last()).toBeInViewport();

        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.locator('.document-text').locator('section').last()).toBeVisible();
        await expect(page.getByRole('navigation')).toHaveCount(0);
        await expect(page.locator('.document-text').getByRole('button')).toHaveCount(0);
        await expect(page.locator('.document__print')).toBeHidden();
        expect(refused).toEqual([]);
      });
    }

    test('help pages fit a narrow panel and break no rule of the portal', async ({ page }) => {
      const refused = refusals(page);
      await page.setViewportSize({ width: narrowest, height: 700 });
      for (const file of pagesIn(language)) {
        await page.goto(`/help/${language}/${file}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await overflow(page), `${file} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      expect(refused).toEqual([]);
    });

    test('links of the help lead from page to page and to the other language', async ({ page }) => {
      await page.goto(`/help/${language}/contact.html`);
      await page.getByRole('link', { name: language === 'en' ? 'Contents' : 'Contenido' }).click();
      await expect(page).toHaveURL(`/help/${language}/index.html`);
      await page.getByRole('main').getByRole('link').first().click();
      await expect(page).toHaveURL(`/help/${language}/landing.html`);
      await page.getByRole('link', { name: language === 'en' ? 'Español' : 'English' }).click();
      await expect(page).toHaveURL(`/help/${language === 'en' ? 'es' : 'en'}/landing.html`);
    });

    test('a help page that is missing is not the app', async ({ request }) => {
      const response = await request.get(`/help/${language}/nothing.html`);
      expect(response.status()).toBe(403);
      expect(await response.text()).not.toContain('id="root"');
    });
  });
}

test('the entrance of the help leads to both languages', async ({ page }) => {
  await page.goto('/help/index.html');
  await page.getByRole('link', { name: 'Ayuda en español' }).click();
  await expect(page).toHaveURL('/help/es/index.html');
});
