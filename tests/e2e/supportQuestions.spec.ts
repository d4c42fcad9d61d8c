import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { heading, settled } from './support/portal';
import { chooseLanguage, expect, test } from './support/test';

const say = {
    locale: 'es-US',
    assistant: 'Asistente',
    question: 'Su pregunta',
    talk: 'Hablar con una persona',
    yours: 'Su pregunta al equipo de ayuda',
    along: 'Enviar también 2 mensajes de esta conversación',
    shown: 'Ver lo que se envía',
    send: 'Enviar al equipo de ayuda',
    sent: 'El equipo de ayuda tiene su pregunta',
    inInbox: 'Ver su pregunta en la bandeja de entrada',
    queue: 'Preguntas al equipo de ayuda',
    take: 'Tomar esta pregunta',
    answer: 'Respuesta en español',
    sendAnswer: 'Enviar la respuesta',
    answered: 'Respuesta',
    fromSupport: /^Respuesta del equipo de ayuda, Q-/,
    thread: 'En el mismo hilo',
    bell: /sin leer/,
};

const panel = (page: Page) => page.getByRole('dialog', { name: /^(Assistant|Asistente)$/ });

test.describe('in Spanish', () => {
    test.use({ locale: say.locale });

    test('a question that the assistant cannot answer comes back from a person as a message', async ({ page, browser, sessionOf }) => {
      await settled(page);
      await page.getByRole('banner').getByRole('button', { name: say.assistant, exact: true }).click();
      const box = panel(page).getByRole('textbox', { name: say.question, exact: true });
      await box.fill('armadillo zigzag?');
      await box.press('Enter');
      await panel(page).locator('.chat__answer').getByRole('button', { name: say.talk }).click();

      const text = panel(page).getByRole('textbox', { name: say.yours });
      await expect(text).toHaveValue('armadillo zigzag?');
      await text.fill('');
      await panel(page).getByRole('button', { name: say.send }).click();
      await expect(text).toBeFocused();
      await expect(panel(page).getByRole('alert')).toBeVisible();
      await text.fill('Does my armadillo need a license?');
      await panel(page).getByText(say.shown).click();
      await expect(panel(page).locator('.chat__transcript')).toContainText('armadillo zigzag?');
      await expect(panel(page).getByRole('checkbox', { name: say.along })).toBeChecked();
      await expectAccessible(page, 'the form');
      await panel(page).getByRole('button', { name: say.send }).click();
      await expect(panel(page).getByRole('heading', { name: say.sent })).toBeFocused();
      await panel(page).getByRole('link', { name: say.inInbox }).click();
      await expect(page.locator('.message-body')).toContainText('armadillo zigzag?');
      const number = /Q-[A-Z2-7]{8}/.exec(await page.locator('.detail-panel__title, .detail-page h1').innerText())?.[0];

      const desk = await browser.newContext({ storageState: await sessionOf('support@example.com'), locale: say.locale });
      await chooseLanguage(desk, say.locale);
      const sam = await desk.newPage();
      await sam.goto('/adminuserservices/questions');
      await expect(heading(sam, say.queue)).toBeVisible();
      await expectAccessible(sam, 'the queue');
      await sam.getByRole('link', { name: number as string }).click();
      await expect(sam.getByText('Does my armadillo need a license?')).toBeVisible();
      await sam.getByRole('button', { name: say.take }).click();
      await sam.getByRole('textbox', { name: say.answer }).fill('Armadillos need none.');
      await expectAccessible(sam, 'the answer');
      await sam.getByRole('button', { name: say.sendAnswer }).click();
      await expect(sam.getByRole('heading', { name: say.answered, exact: true })).toBeVisible();
      await expect(sam.getByText('Armadillos need none.')).toBeVisible();
      await desk.close();

      await page.goto('/messages/portal');
      await page.getByRole('link', { name: say.fromSupport }).click();
      await expect(page.locator('.message-body').first()).toContainText('Armadillos need none.');
      await expect(page.getByRole('heading', { name: say.thread })).toBeVisible();
      await expect(page.locator('.thread')).toContainText('Does my armadillo need a license?');
      await expectAccessible(page, 'the thread');
    });
  });
