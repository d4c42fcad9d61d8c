import type { Locator, Page } from '@playwright/test';
import { agencySends, newcomerWith, voterRecord, type HeldRecord } from './support/agencies';
import { listedMessage } from './support/messages';
import { nextPoll, pollByClock } from './support/polling';
import { download, heading } from './support/portal';
import { expect, test } from './support/test';

const voterFolder = '/messages/service/azsos-voter';
const rows = (page: Page) => page.locator('.message-row');
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
const open = (page: Page, subject: string) => page.getByRole('link', { name: subject, exact: true });
const panel = (page: Page) => page.locator('.detail-panel');
const folder = (page: Page, name: string) => page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name });

/** Sends so many messages about a voter's record; the answer are their subjects, the newest first. */
async function sendSeveral(page: Page, voter: HeldRecord, count: number): Promise<string[]> {
  const run = crypto.randomUUID().slice(0, 8);
  const subjects: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const subject = `Letter ${number} ${run}`;
    await agencySends(page.request, 'azsos', voter.reference, subject);
    subjects.unshift(subject);
  }
  return subjects;
}

test('a message from the agency to the trash and back, with its file, its action and its way', async ({ page, context }) => {
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const subject = `Ballot ${crypto.randomUUID().slice(0, 8)}`;
  await agencySends(page.request, 'azsos', voter.reference, subject, {
    format: 'html',
    body: { en: '<h2>Vote</h2><p>By <strong>mail</strong>.</p>' },
    action: true,
    attachment: 'pdf',
  });
  await page.goto(voterFolder);
  await expect(row(page, subject)).toContainText('Unread.');
  const counted = folder(page, 'Voter').locator('.count > span').first();
  const before = Number(await counted.textContent());
  await open(page, subject).click();

  await expect(panel(page).getByRole('heading', { level: 2, name: subject })).toBeFocused();
  await expect(page).toHaveURL(/\/messages\/service\/azsos-voter\/[a-z2-7]{26}\?subscription=/);
  await expect(panel(page).locator('.message-body strong')).toHaveText('mail');
  await expect(row(page, subject)).not.toContainText('Unread.');
  await expect.poll(async () => Number((await counted.allTextContents())[0] ?? 0)).toBe(before - 1);

  const newTab = context.waitForEvent('page');
  await panel(page).locator('.message-part a').click();
  await (await newTab).close();

  const file = await download(page, panel(page).getByRole('button', { name: /^Download/ }));
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);

  await panel(page).getByText('How this message reached you').click();
  const record = panel(page).locator('.delivery-record__entry');
  await expect(record.first()).toContainText('sent the message.');
  await expect(record.filter({ hasText: 'You opened it here.' })).toBeVisible();

  await panel(page).getByRole('link', { name: /on your dashboard$/ }).click();
  await expect(page).toHaveURL(/\/dashboard#card-/);
  await page.goBack();
  await expect(panel(page).locator('.message-body')).toBeVisible();
  // The message is read again, which marks it as read; it must not be under way when it is marked as unread.
  await expect(page.locator('.progress')).toHaveCount(0);

  await page.emulateMedia({ media: 'print' });
  await expect(panel(page).locator('.message-body')).toBeVisible();
  for (const other of ['.messages__list', '.folders', '.message-view__tools', '.header__tools'])
    await expect(page.locator(other)).toBeHidden();
  await page.emulateMedia({ media: null });

  await panel(page).getByRole('button', { name: 'Delete' }).click();
  await expect(panel(page)).toBeHidden();
  await expect(row(page, subject)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, subject)).toBeVisible();

  await row(page, subject).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(row(page, subject)).toContainText('Unread.');
  await row(page, subject).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, subject)).toHaveCount(0);

  await folder(page, 'Trash').click();
  await open(page, subject).click();
  await expect(panel(page).getByText(/This message is in the trash/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await folder(page, 'Voter').click();
  await expect(row(page, subject)).toContainText('Unread.');
  await row(page, subject).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await folder(page, 'Trash').click();
  await page.getByRole('button', { name: 'Empty the trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty the trash' }).click();
  await expect(page.getByText('The trash is empty', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('The trash is empty', { exact: true })).toBeVisible();
});

test('all messages together, from both inboxes: opened, marked, deleted and brought back', async ({ page }) => {
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const [letter = ''] = await sendSeveral(page, voter, 1);
  const welcome = 'Welcome to Saguaro';
  const counted = folder(page, 'All messages').locator('.count > span').first();
  await page.goto('/messages');
  await expect(row(page, welcome)).toContainText('Unread.');
  await expect(row(page, letter)).toContainText('Voter registration');
  const before = Number(await counted.textContent());

  await open(page, letter).click();
  await expect(panel(page).getByRole('heading', { level: 2, name: letter })).toBeFocused();
  await expect(page).toHaveURL(/\/messages\/all\/[a-z2-7]{26}\?subscription=/);
  await expect(counted).toHaveText(String(before - 1));
  await open(page, welcome).click();
  await expect(panel(page).getByRole('heading', { level: 2, name: welcome })).toBeFocused();
  await page.reload();
  await expect(panel(page).getByRole('heading', { level: 2, name: welcome })).toBeVisible();
  await page.getByRole('button', { name: 'Close the message' }).click();

  for (const subject of [letter, welcome]) await row(page, subject).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(counted).toHaveText(String(before));
  for (const subject of [letter, welcome]) await row(page, subject).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  for (const subject of [letter, welcome]) await expect(row(page, subject)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const subject of [letter, welcome]) await expect(row(page, subject)).toContainText('Unread.');
  await page.getByRole('searchbox').fill(letter);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
});

test('everything by the keyboard alone', async ({ page }) => {
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const [newest = '', second = '', third = ''] = await sendSeveral(page, voter, 3);
  const box = (subject: string) => row(page, subject).getByRole('checkbox');
  await page.goto(`${voterFolder}`);
  await expect(row(page, third)).toBeVisible();
  await page.getByRole('button', { name: 'Look for new messages' }).focus();
  await page.keyboard.press('Tab');
  await expect(box(newest)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(open(page, newest)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { level: 2, name: newest })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(open(page, newest)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(box(second)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(box(third)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('group', { name: 'Selected messages' }).getByRole('button', { name: 'Delete' }).press('Enter');
  for (const gone of [second, third]) await expect(row(page, gone)).toHaveCount(0);
  await expect(page.getByText('2 messages are in the trash.')).toBeVisible();
  await expect(open(page, newest)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  for (const back of [second, third]) await expect(row(page, back)).toBeVisible();
});

/** Where something is once it has stopped moving. */
async function placeAtRest(locator: Locator): Promise<unknown> {
  let before: string | undefined;
  await expect
    .poll(async () => {
      const now = JSON.stringify(await locator.boundingBox());
      const isAtRest = now === before;
      before = now;
      return isAtRest;
    })
    .toBe(true);
  return locator.boundingBox();
}

test('what comes while a list is open is in it, in two tabs', async ({ page, context }) => {
  await pollByClock(context);
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const earlier = await sendSeveral(page, voter, 12);
  await page.goto(voterFolder);
  const other = await context.newPage();
  await other.goto(voterFolder);
  for (const tab of [page, other]) await expect(row(tab, earlier[0] ?? '')).toBeVisible();

  // One tab is at the top; in the other the end of the list is read, and has the focus.
  const last = open(other, earlier.at(-1) ?? '');
  await last.focus();
  const place = await placeAtRest(last);
  const [subject = ''] = await sendSeveral(page, voter, 1);
  await nextPoll(context);
  await expect(row(page, subject)).toBeVisible();
  await expect(rows(page).first()).toContainText(subject);
  const button = other.getByRole('button', { name: '1 new message' });
  await expect(button).toBeVisible();
  await expect(last).toBeFocused();
  expect(await last.boundingBox()).toEqual(place);
  await button.press('Enter');
  await expect(open(other, subject)).toBeFocused();
  await expect(open(other, subject)).toBeInViewport({ ratio: 1 });

  // What is selected stays selected, and nothing is put above it unasked.
  await rows(page).first().getByRole('checkbox').check();
  const [another = ''] = await sendSeveral(page, voter, 1);
  await nextPoll(context);
  await page.getByRole('button', { name: '1 new message' }).click();
  await expect(rows(page).first()).toContainText(another);
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(row(page, subject).getByRole('checkbox')).toBeChecked();
});

test('filters stand in the address and count after a reload', async ({ page }) => {
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const [newest = '', second = ''] = await sendSeveral(page, voter, 2);
  await page.goto(voterFolder);
  await page.getByRole('searchbox').fill(second);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`text=Letter\\+1`));
  await page.reload();
  await expect(row(page, second)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row(page, newest)).toBeVisible();
  await open(page, newest).click();
  await page.getByRole('button', { name: 'Close the message' }).click();
  await expect(panel(page)).toBeHidden();
  await page.getByRole('checkbox', { name: 'Unread only' }).check();
  await expect(page).toHaveURL(/unread=true/);
  await expect(row(page, second)).toBeVisible();
  await expect(row(page, newest)).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Last day').fill('2001-01-01');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.locator('.results .empty')).toBeVisible();
  await page.goBack();
  await expect(row(page, second)).toBeVisible();
});

test('on a narrow screen a message has the page for itself', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  const [subject = ''] = await sendSeveral(page, voter, 1);
  await page.goto('/messages/portal');
  await page.getByRole('button', { name: 'Folder: Portal' }).click();
  await folder(page, 'Voter').click();
  await open(page, subject).click();
  await expect(heading(page, subject)).toBeFocused();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('link', { name: /^Back to Voter/ }).click();
  await expect(open(page, subject)).toBeFocused();
  await open(page, subject).click();
  await page.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(row(page, subject)).toContainText('Unread.');
});

test('a long list comes in pages', async ({ page }) => {
  const voter = await voterRecord(page.request);
  await newcomerWith(page, voter);
  await page.route(`**/api/agency/messages/service/azsos-voter?**`, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const start = Number(query.get('nextToken') ?? 0);
    const end = start + Number(query.get('limit'));
    const messages = Array.from({ length: end - start }, (_, index) => listedMessage(start + index));
    return route.fulfill({ json: { groups: [{ identity: { id: 'i1', label: 'Voter' }, messages }], nextToken: String(end), scannedUntil: null } });
  });
  await page.goto(`${voterFolder}`);
  await expect(rows(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(100);
  await expect(open(page, 'Message 50')).toBeFocused();
});
