import type { BrowserContext, Page } from '@playwright/test';
import { agencySends, newcomerWith, voterRecord } from './support/agencies';
import { answerWith } from './support/answers';
import { expectRoomForLargeText } from './support/axe';
import { afterRequestsOf, nextPoll, pollByClock, pollsOf } from './support/polling';
import { settled, signOut, userMenu } from './support/portal';
import { expect, test } from './support/test';

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Another tab on the dashboard. */
async function anotherTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/dashboard');
  await expect(userMenu(page)).toContainText('Elena');
  return page;
}

test('rings in two tabs, and stops in both when the message is opened in one', async ({ page, context }) => {
  await pollByClock(context);
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const answered = pollsOf(context, 'requestfinished');
  await page.goto('/dashboard');
  const other = await anotherTab(context);
  // What the portal writes to everybody who registers.
  for (const tab of [page, other]) await expect(bell(tab, 'Messages, 1 unread')).toBeVisible();

  await expect.poll(() => new Set(answered).size, 'tabs with an answer').toBe(2);
  const began = await page.evaluate(() => Date.now());
  const subject = `Ballot ${crypto.randomUUID()}`;
  // What is news is told for ten seconds: the clocks stand still while it is looked at.
  await context.clock.pauseAt(began + 3000);
  await afterRequestsOf(page, other);
  await agencySends(page.request, 'azsos', voter.reference, subject);
  await nextPoll(context);
  for (const tab of [page, other]) {
    await expect(bell(tab, 'Messages, 1 unread; unread messages from agencies')).toBeVisible();
    await expect(tab.locator('.bell__badge')).toHaveText('!');
    await expect(tab.getByRole('banner').getByRole('status')).toHaveText('You have 1 unread message, and unread messages from agencies');
  }
  await context.clock.resume();

  const expectInBoth = async (name: string) => {
    await expect(bell(other, name)).toBeVisible();
    await nextPoll(context);
    await expect(bell(page, name)).toBeVisible();
  };
  await bell(other, 'Messages, 1 unread; unread messages from agencies').click();
  await other.getByRole('link', { name: /Voter registration/ }).click();
  await other.getByRole('link', { name: subject }).click();
  await expectInBoth('Messages, 1 unread');
  await other.goto('/messages/portal');
  await other.getByRole('link', { name: 'Welcome to Saguaro' }).click();
  await expectInBoth('Messages');
  for (const tab of [page, other]) await expect(tab.locator('.bell__badge')).toHaveCount(0);
});

test('asks for nothing offline, and at once afterwards', async ({ page, context }) => {
  await pollByClock(context);
  await settled(page);
  await expect(bell(page, 'Messages, 1 unread')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  const polls = pollsOf(context);
  for (let round = 0; round < 3; round += 1) await nextPoll(context);
  await afterRequestsOf(page);
  expect(polls).toHaveLength(0);
  await context.setOffline(false);
  await expect.poll(() => polls.length).toBeGreaterThan(0);
});

test('keeps what it knows, silently and with ever longer pauses, while the portal does not answer', async ({ page, context }) => {
  await pollByClock(context);
  await settled(page);
  await expect(bell(page, 'Messages, 1 unread')).toBeVisible();
  await answerWith(page, { '/api/messages/unread/count': 503, '/api/agency/messages/unread/status': 503 });
  const polls = pollsOf(context);
  for (let round = 0; round < 7; round += 1) {
    await nextPoll(context);
    await afterRequestsOf(page);
  }
  expect(polls.length).toBeGreaterThan(1);
  // After one interval, and then after at least 5, 10, 20, and 40 seconds.
  expect(polls.length).toBeLessThanOrEqual(5);
  await expect(bell(page, 'Messages, 1 unread')).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

test('is silent for somebody who signs out, in every tab', async ({ page, context }) => {
  await settled(page);
  const other = await anotherTab(context);
  await expect(bell(other, 'Messages, 1 unread')).toBeVisible();
  await signOut(page);
  await expect(other).toHaveURL('/');
  for (const tab of [page, other]) await expect(tab.locator('.bell')).toHaveCount(0);
});

test('is there for everybody, in both languages and at every width', async ({ page }) => {
  test.slow();
  await settled(page);
  await answerWith(page, {
    '/api/messages/unread/count': { count: 25, atLeast: true },
    '/api/agency/messages/unread/status': { hasUnread: true },
    '/api/users': (json) => ({ ...json, displayName: 'Maximiliana Guadalupe Fernández de la Vega y Montemayor' }),
  });
  for (const [language, name] of [
    ['en', 'Messages, 25 or more unread; unread messages from agencies'],
    ['es', 'Mensajes, 25 o más sin leer; hay mensajes de agencias sin leer'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('saguaro.language', chosen), language);
    await page.goto('/dashboard');
    await expect(bell(page, name)).toBeVisible();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const tops = await page.locator('.header .tool-button:visible').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
      expect(new Set(tops.map(Math.round)).size, `lines of buttons at ${width} px in ${language}`).toBe(1);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expectRoomForLargeText(page, `the bell in ${language}`);
  }
});
