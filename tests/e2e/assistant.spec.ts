import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { settled, signOut } from './support/portal';
import { expect, test } from './support/test';

const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^(Assistant|Asistente)$/ });
const panel = (page: Page) => page.getByRole('dialog', { name: /^(Assistant|Asistente)$/ });
const box = (page: Page) => panel(page).getByRole('textbox', { name: /^(Your question|Su pregunta)$/ });
const log = (page: Page) => panel(page).getByRole('log');
const answers = (page: Page) => log(page).locator('.chat__answer');

async function open(page: Page): Promise<void> {
  await opener(page).click();
  await expect(box(page)).toBeFocused();
}

/** Asks by keyboard and waits for the answer. */
async function ask(page: Page, question: string): Promise<void> {
  const before = await answers(page).count();
  await box(page).fill(question);
  await box(page).press('Enter');
  await expect(answers(page)).toHaveCount(before + 1);
  await expect(panel(page).getByRole('button', { name: /^(Send|Enviar)$/ })).toBeVisible();
}

/** Records the requests of the panel from now on. */
const recordChatCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/chatbot/') || /\/Chat-[\w-]+\.js$/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
};

test('answers with a link to the quoted page, and keeps the conversation across pages and reloads', async ({ page }) => {
  const calls = recordChatCalls(page);
  await settled(page);
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
  expect(calls, 'requests before the panel is opened').toEqual([]);

  await open(page);
  await ask(page, 'Your messages: Deleting');
  await expect(answers(page).last().getByRole('link', { name: /^Your messages/ })).toHaveAttribute('href', /\/help\/en\/messages\.html$/);
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
  await ask(page, '<b>weather</b> on Mars & Venus');
  await expect(answers(page).last()).toContainText("I don't know that.");
  await expect(log(page)).toContainText('<b>weather</b> on Mars & Venus');
  await ask(page, 'terms and conditions: if you decline');
  await answers(page).last().getByRole('link', { name: /^Terms and conditions/ }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(answers(page)).toHaveCount(3);

  await page.reload();
  await expect(answers(page)).toHaveCount(3);
  const starts = calls.filter((call) => call === 'GET /api/chatbot/data/token');
  expect(starts, 'one token for each load of the page').toHaveLength(2);
});

test('lists the person’s cards in a guided flow that needs only buttons', async ({ page }) => {
  await settled(page);
  await open(page);
  await ask(page, 'How do I add my car?');
  await ask(page, 'connect a service');
  await expect(answers(page).last()).toContainText('How far are you?');
  await answers(page).last().getByRole('button', { name: 'What is connected already?' }).press('Enter');
  await expect(answers(page).last()).toContainText('You have no cards yet.');
  await expect(box(page)).toBeFocused();
  await answers(page).last().getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('suggests questions, answers about unpaid amounts, and opens the form to support', async ({ page }) => {
  await settled(page);
  await open(page);
  await log(page).getByRole('button', { name: 'What do I owe?' }).press('Enter');
  await expect(answers(page).last()).toContainText('Your cards show no unpaid amount.');
  await expect(log(page).getByRole('button', { name: 'I moved' })).toHaveCount(0);
  await ask(page, 'where do I get a passport');
  await expect(answers(page).last().getByRole('link', { name: /^Passports/ })).toHaveAttribute('href', /^https:\/\/travel\.state\.gov\//);
  await ask(page, '¿quién ganó el mundial de fútbol?');
  await expect(answers(page).last()).toContainText('Emergencia: 911');
  await box(page).fill('I want to talk to a human');
  await box(page).press('Enter');
  await expect(panel(page).getByRole('heading', { name: 'Talk to a person' })).toBeFocused();
  await panel(page).getByRole('button', { name: 'Back to the assistant' }).click();
  await expect(answers(page)).toHaveCount(4);
  await expect(answers(page).last().getByRole('button', { name: 'Talk to a person' })).toBeVisible();
});

test('sends no requests while nobody writes, and reconnects at the watermark', async ({ page }) => {
  await page.clock.install();
  await settled(page);
  await open(page);
  await ask(page, 'delete a message');
  // Polling goes on for a moment.
  await page.clock.runFor(5_000);
  const calls = recordChatCalls(page);
  await page.clock.runFor(60_000);
  expect(calls).toEqual([]);
  const reconnect = page.waitForRequest((request) => /\/conversations\/[^/]+\?watermark=2$/.test(request.url()));
  await ask(page, 'change my phone number');
  await reconnect;
  await expect(answers(page)).toHaveCount(2);
});

test('shows one panel at a time, and closes it on Escape and on sign-out', async ({ page }) => {
  await settled(page);
  await open(page);
  await page.getByRole('banner').getByRole('button', { name: 'Help', exact: true }).click();
  await expect(panel(page)).toBeHidden();
  await opener(page).click();
  await expect(page.getByRole('dialog', { name: 'User Assistance' })).toBeHidden();
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();

  await open(page);
  await ask(page, 'delete a message');
  await panel(page).getByRole('button', { name: 'Delete the conversation' }).click();
  await page.keyboard.press('Escape');
  await expect(answers(page)).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Delete the conversation' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(answers(page)).toHaveCount(0);
  await ask(page, 'delete a message');

  await signOut(page);
  await expect(opener(page)).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
});

test('shares the conversation with another tab, which starts a new one after it is deleted', async ({ page, context }) => {
  await settled(page);
  await open(page);
  await ask(page, 'delete a message');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await open(other);
  await expect(answers(other)).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Delete the conversation' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await box(other).fill('change my phone number');
  await box(other).press('Enter');
  await expect(log(other)).not.toContainText('delete a message');
  await expect(answers(other)).toHaveCount(1);
});

const activities = '**/api/chatbot/directline/conversations/*/activities';

for (const [name, answer, words] of [
  ['a server error', (route: Route) => route.fulfill({ status: 500, json: {} }), 'The assistant isn’t responding.'],
  ['a network failure', (route: Route) => route.abort(), 'The assistant isn’t responding.'],
  ['too many messages', (route: Route) => route.fulfill({ status: 429, json: {}, headers: { 'Retry-After': '1' } }), 'You sent many messages at once.'],
  ['a full conversation', (route: Route) => route.fulfill({ status: 409, json: {} }), 'This conversation is too long.'],
] as const)
  test(`keeps the message after ${name}`, async ({ page }) => {
    await settled(page);
    await open(page);
    await page.route(activities, (route) => (route.request().method() === 'POST' ? answer(route) : route.fallback()));
    await box(page).fill('delete a message');
    await box(page).press('Enter');
    await expect(log(page)).toContainText(words);
    await expect(box(page)).toHaveValue('delete a message');
    await page.unroute(activities);
    await box(page).press('Enter');
    await expect(answers(page)).toHaveCount(1);
    await expect(log(page)).not.toContainText(words);
  });

test('replaces an expired token, and sends the message once', async ({ page }) => {
  await settled(page);
  await open(page);
  let refused = 0;
  await page.route(activities, (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 403, json: { code: 'chatTokenExpired' } });
  });
  await ask(page, 'delete a message');
  expect(refused).toBe(1);
  await expect(log(page).locator('.chat__question')).toHaveCount(1);
});

test('shows numbers to dial in an emergency, and copies and rates an answer', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await settled(page);
  await open(page);
  await ask(page, 'I want to kill myself');
  await expect(answers(page).last().getByRole('link', { name: '988', exact: true })).toHaveAttribute('href', 'tel:988');
  await ask(page, 'Your messages: Deleting');
  await answers(page).last().getByRole('button', { name: 'Copy with source' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/Your messages.*: https?:\/\/[^/]+\/help\/en\/messages\.html$/);
  const rating = page.waitForRequest('**/api/chatbot/ratings');
  await answers(page).last().getByRole('group', { name: 'Was this right?' }).getByRole('button', { name: 'No' }).click();
  expect((await rating).postDataJSON()).toMatchObject({ isRight: false });
  await expect(answers(page).last()).toContainText('Thank you.');
});

for (const [locale, width, question] of [
  ['en-US', 320, `Donaudampfschifffahrtsgesellschaft${'x'.repeat(300)}`],
  ['es-US', 390, 'quién consultó mi registro'],
  ['es-US', 1280, 'no puedo entrar'],
  ['en-US', 1280, 'who looked at my record'],
] as const)
  test.describe(`${locale} at ${width} px`, () => {
    test.use({ locale, viewport: { width, height: 800 } });

    test('is readable and accessible', async ({ page }) => {
      await settled(page);
      await open(page);
      await ask(page, question);
      await expectAccessible(page, `assistant ${locale} ${width}`, { isSecondLanguage: locale === 'es-US' });
      await box(page).fill('x'.repeat(1001));
      await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
      await box(page).press('Enter');
      await expect(box(page)).toHaveValue('x'.repeat(1001));
    });
  });

test('sends nothing on the Enter that confirms a composed word', async ({ page }) => {
  await settled(page);
  await open(page);
  await box(page).fill('住所を変更');
  // Safari ends the composition before its Enter event, which has the key code 229.
  await box(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })),
  );
  await expect(box(page)).toHaveValue('住所を変更');
  await ask(page, 'Your messages: Deleting');
  await expect(log(page)).not.toContainText('住所を変更');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('closes the panel when the person opens a page', async ({ page }) => {
    await settled(page);
    await open(page);
    await ask(page, 'terms and conditions: if you decline');
    await answers(page).last().getByRole('link', { name: /^Terms and conditions/ }).click();
    await expect(page).toHaveURL(/\/terms$/);
    await expect(panel(page)).toBeHidden();
    await open(page);
    await expect(answers(page)).toHaveCount(1);
    await page.reload();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(panel(page)).toBeHidden();
  });
});

test('shows the answers of another assistant without ratings, links, and deletion', async ({ page }) => {
  const said: { id: string; text: string; from: { id: string; role: string }; channelData?: unknown }[] = [];
  const sources = [{ title: 'Win a prize', href: 'https://prize.example/' }, { title: 5, href: {} }, null];
  await page.route('**/api/chatbot/data/token', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), token: 'theirs', domain: `${new URL(page.url()).origin}/theirs` } });
  });
  await page.route('**/theirs/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    expect(await route.request().headerValue('authorization')).toBe('Bearer theirs');
    if (pathname.endsWith('/conversations')) return route.fulfill({ status: 201, json: { conversationId: 'c1', token: 'theirs', expires_in: 1800 } });
    if (route.request().method() === 'POST') {
      const { text } = route.request().postDataJSON() as { text: string };
      said.push({ id: `c1|${said.length}`, text, from: { id: 'dl_x', role: 'user' } });
      said.push({ id: `c1|${said.length}`, text: `You said ${text}`, from: { id: 'their-bot', role: 'bot' }, channelData: { outcome: 'crisis', sources } });
      return route.fulfill({ json: { id: `c1|${said.length - 2}` } });
    }
    const since = Number(new URL(route.request().url()).searchParams.get('watermark') || 0);
    const activities = said.slice(since).map((each) => ({ type: 'message', timestamp: '2026-11-27T18:00:00Z', conversation: { id: 'c1' }, ...each }));
    return route.fulfill({ json: { activities: [...activities, { type: 'typing', from: { id: 'their-bot' } }], watermark: String(said.length) } });
  });
  await settled(page);
  await open(page);
  await expect(log(page)).toContainText('It receives what you write, your name, and a key to act for you in this portal.');
  await ask(page, 'hello');
  await expect(answers(page).last()).toContainText('You said helloWin a prize: https://prize.example/');
  await expect(answers(page).last().getByRole('link')).toHaveCount(0);
  await expect(panel(page).getByRole('button', { name: 'Delete the conversation' })).toHaveCount(0);
  await expect(panel(page).getByText('Was this right?')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Talk to a person' }).click();
  await expect(panel(page).getByRole('checkbox')).toHaveCount(0);
});
