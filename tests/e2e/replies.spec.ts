import type { Page } from '@playwright/test';
import { agencySends, newcomerWith, recordLike } from './support/agencies';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const folder = '/messages/service/tucson-utilities-account';
const texts = {
  en: {
    locale: 'en-US',
    reply: 'Reply',
    yours: /^Your reply to City of Tucson/,
    missing: 'Write your reply',
    send: 'Send the reply',
    remove: 'Remove meter.png',
    received: /City of Tucson utilities received your reply. Reference: TUCSON-UTILITIES-[0-9A-F]{8}\./,
    answer: 'Answer to your message',
    thread: 'In the same thread',
  },
  es: {
    locale: 'es-US',
    reply: 'Responder',
    yours: /^Su respuesta a la agencia \(Servicios públicos/,
    missing: 'Escriba su respuesta',
    send: 'Enviar la respuesta',
    remove: 'Quitar meter.png',
    received: /recibió su respuesta\. Número: TUCSON-UTILITIES-[0-9A-F]{8}\./,
    answer: 'Respuesta a su mensaje',
    thread: 'En el mismo hilo',
  },
} as const;

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM5fRBwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function openNotice(page: Page): Promise<string> {
  const record = await recordLike(page.request, 'water');
  await newcomerWith(page, record);
  const subject = `Outage ${crypto.randomUUID().slice(0, 8)}`;
  await agencySends(page.request, 'tucson-utilities', record.reference, subject, { type: 'SERVICE_OUTAGE' });
  await page.goto(folder);
  await page.getByRole('link', { name: subject, exact: true }).click();
  return subject;
}

test.describe('in Spanish', () => {
  const say = texts.es;
    test.use({ locale: say.locale });

    test('a reply with a file is answered by the agency in the same thread', async ({ page }) => {
      const subject = await openNotice(page);
      await page.getByRole('button', { name: say.reply, exact: true }).click();
      const box = page.getByRole('textbox', { name: say.yours });
      await expect(box).toBeFocused();
      await page.getByRole('button', { name: say.send }).click();
      await expect(page.getByRole('alert').first()).toContainText(say.missing);
      await box.fill('When does the water come back?');
      await page.locator('input[type=file]').setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: png });
      await expect(page.getByRole('button', { name: say.remove })).toBeVisible();
      await page.getByRole('button', { name: say.send }).click();
      await expect(page.locator('.thread')).toContainText('When does the water come back?');
      await expect(page.locator('.thread__state')).toHaveText(say.received);
      await expect(page.getByRole('button', { name: say.reply, exact: true })).toBeFocused();

      await expect(async () => {
        await page.goto(folder);
        await page.getByRole('link', { name: say.answer, exact: true }).click({ timeout: 2_000 });
      }).toPass();
      await expect(page.locator('.message-body').first()).toContainText('When does the water come back?');
      await expect(page.getByRole('heading', { name: say.thread })).toBeVisible();
      await expect(page.locator('.thread__message')).toHaveCount(2);
      await expect(page.locator('.thread')).toContainText('meter.png');
      await expectAccessible(page, 'the thread');
      await page.goto(folder);
      await page.getByRole('link', { name: subject, exact: true }).click();
      await expect(page.locator('.thread__message')).toHaveCount(2);
    });
  });

test('what was typed stays until it is sent', async ({ page }) => {
  const say = texts.en;
  await openNotice(page);
  await page.getByRole('button', { name: say.reply, exact: true }).click();
  await page.getByRole('textbox', { name: say.yours }).fill('Half a thought');
  await page.reload();
  await page.getByRole('button', { name: say.reply, exact: true }).click();
  await expect(page.getByRole('textbox', { name: say.yours })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: say.send }).dblclick();
  await expect(page.locator('.thread__state')).toHaveText(say.received);
  await expect(page.locator('.thread__message')).toHaveCount(1);
});
