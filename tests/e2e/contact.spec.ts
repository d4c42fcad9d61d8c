import type { APIRequestContext, Page } from '@playwright/test';
import { agencySends, newcomerWith, voterRecord } from './support/agencies';
import { codeSentTo, identityUrl, messagesTo, type Person } from './support/identityProvider';
import { callAs, settled } from './support/portal';
import { expect, test } from './support/test';

interface Sent {
  id: string;
  subject: string;
  text: string;
}

/** The newest message to an address whose subject or text says so, once it is there. */
async function sentTo(request: APIRequestContext, to: string, says: string): Promise<Sent> {
  let found: Sent | undefined;
  await expect(async () => {
    const answer = await request.get(`${identityUrl}/outbox.json`, { params: { to } });
    const { messages } = (await answer.json()) as { messages: Sent[] };
    found = messages.find(({ subject, text }) => `${subject} ${text}`.includes(says));
    expect(found, `a message to ${to} that says ${says}`).toBeDefined();
  }).toPass();
  return found as Sent;
}

/** What happens to a message after it was sent; see the outbox of the local cloud. */
async function happens(request: APIRequestContext, { id }: Sent, what: 'events' | 'answers' | 'unsubscribe', data?: object): Promise<unknown> {
  const answer = await request.post(`${identityUrl}/local/outbox/${id}/${what}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

const address = (page: Page, text: string) => page.locator('.address').filter({ hasText: text });

/** Loads the contact page once an address has come to a status: what happens outside arrives a moment later. */
async function expectAddress(page: Page, { email }: Person, text: string, status: string, tag: string): Promise<void> {
  await expect
    .poll(async () => {
      const kept = (await callAs(page.request, email, 'GET', '/api/profile/contactpreferences')) as { addresses: { address: string; status: string }[] };
      return kept.addresses.find((each) => each.address.endsWith(text))?.status;
    })
    .toBe(status);
  await page.goto('/profile/contact');
  await expect(address(page, text).locator('.tag')).toHaveText(tag);
}

/** Enters the newest code that was sent to an address. */
async function confirm(page: Page, text: string, to: string, button = 'Send code'): Promise<void> {
  const before = await messagesTo(page.request, to);
  await address(page, text).getByRole('button', { name: button }).click();
  await expect(address(page, text).getByLabel('6-digit code')).toBeVisible();
  await address(page, text).getByLabel('6-digit code').fill(await codeSentTo(page.request, to, before));
  await address(page, text).getByRole('button', { name: 'Confirm code' }).click();
}

const tested = (page: Page, text: string) => address(page, text).getByRole('status');

test('a test goes out, and its record tells what became of it', async ({ page }) => {
  const person = await settled(page, '/profile/contact');
  await address(page, person.email).getByRole('button', { name: 'Send me a test email' }).click();
  await expect(tested(page, person.email)).toContainText('We sent a test to e•••@example.org.');
  const sent = await sentTo(page.request, person.email, 'Your test by email');
  await happens(page.request, sent, 'events', { event: 'Delivery' });
  await tested(page, person.email).getByRole('link', { name: 'Check the status' }).click();
  await expect(page).toHaveURL(/\/messages\/portal\/[a-z2-7]{26}$/);
  await page.getByText('How this message reached you').click();
  await expect(page.locator('.delivery-record__entry', { hasText: 'e•••@example.org' }).first()).toBeVisible();
});

test('an address that bounces says what to do, and works again after a new code', async ({ page }) => {
  const person = await settled(page, '/profile/contact');
  await address(page, person.email).getByRole('button', { name: 'Send me a test email' }).click();
  const sent = await sentTo(page.request, person.email, 'Your test by email');
  await happens(page.request, sent, 'events', { event: 'Bounce' });

  await expectAddress(page, person, person.email, 'bounced', 'Messages are returned');
  await expect(address(page, person.email)).toContainText('confirm it with a new code');
  await expect(page.getByRole('button', { name: 'Send me a test email' })).toHaveCount(0);
  await confirm(page, person.email, person.email);
  await expect(address(page, person.email).locator('.tag')).toHaveText('Verified');
  await expect(page.getByRole('button', { name: 'Send me a test email' })).toBeVisible();
});

test('STOP by text message is shown, and START makes the number usable again', async ({ page }) => {
  const person = await settled(page, '/profile/contact');
  const digits = String(1000 + Math.floor(Math.random() * 9000));
  const number = `+1480555${digits}`;
  await page.getByLabel('Mobile number').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(address(page, digits).locator('.tag')).toHaveText('Not verified');
  await confirm(page, digits, number);
  await expect(address(page, digits).locator('.tag')).toHaveText('Verified');

  const code = await sentTo(page.request, number, 'code');
  await happens(page.request, code, 'answers', { text: 'Stop' });
  await expectAddress(page, person, digits, 'stopped', 'Stopped');
  await expect(address(page, digits)).toContainText('reply START');
  await expect(address(page, digits).getByRole('button')).toHaveCount(0);

  await happens(page.request, code, 'answers', { text: 'START' });
  await expectAddress(page, person, digits, 'usable', 'Verified');
  await address(page, digits).getByRole('button', { name: 'Send me a test text message' }).click();
  await expect(tested(page, digits)).toContainText(`•••-•••-${digits}`);
  await sentTo(page.request, number, 'Your test by text message');
});

test('quiet hours and one email a day are kept', async ({ page }) => {
  await settled(page, '/profile/contact');
  await page.getByLabel('One daily email at 8 a.m.').check();
  await page.getByLabel('Send me nothing during these hours').check();
  await page.getByLabel('Until (Arizona time)').fill('21:00');
  await page.getByRole('button', { name: 'Save' }).click();
  const problem = page.getByRole('alert').getByRole('link', { name: 'Enter an end time that differs from the start time' });
  await problem.click();
  await expect(page.getByLabel('Until (Arizona time)')).toBeFocused();
  await page.getByLabel('Until (Arizona time)').fill('06:15');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('One daily email at 8 a.m.')).toBeChecked();
  await expect(page.getByLabel('From (Arizona time)')).toHaveValue('21:00');
  await expect(page.getByLabel('Until (Arizona time)')).toHaveValue('06:15');
});

test('another address is told of at the one before, which stays in force until codes from both were entered', async ({ page }) => {
  const person = await settled(page, '/profile/contact');
  const other = person.email.replace('@', '.new@');
  await page.getByLabel('Email address').fill(other);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();
  await sentTo(page.request, person.email, 'Someone asked to change the email address');
  await page.reload();
  await expect(page.getByLabel('Email address')).toHaveValue(other);
  await expect(address(page, other).locator('.tag')).toHaveText('New address, waiting for confirmation');
  const inForce = page.locator('.address').last();
  await expect(inForce).toContainText(person.email);
  await expect(inForce.locator('.tag')).toHaveText('Verified');
  await inForce.getByRole('button', { name: 'Send me a test email' }).click();
  await sentTo(page.request, person.email, 'Your test by email');

  await confirm(page, other, other, 'Send code to the new address');
  await expect(address(page, other).locator('.tag--good')).toHaveText('Done');
  await expect(inForce).toContainText(person.email);
  await confirm(page, other, person.email, 'Send code to the old address');
  await expect(page.locator('.address')).toHaveCount(1);
  await expect(address(page, other).locator('.tag')).toHaveText('Verified');
  for (const told of [person.email, other]) await sentTo(page.request, told, 'The email address of your Saguaro account was changed');
  await page.goto('/messages/portal');
  await expect(page.getByText('Your contact addresses were changed').first()).toBeVisible();
});

test('the link of an email stops its kind of notice, signed out and at one press, and so does a mail program', async ({ page, browser }) => {
  const voter = await voterRecord(page.request);
  const person = await newcomerWith(page, voter);
  const subject = `Ballot ${crypto.randomUUID()}`;
  await agencySends(page.request, 'azsos', voter.reference, subject);
  const sent = await sentTo(page.request, person.email, 'New message from');
  expect(sent.text).not.toContain(subject);
  const link = /https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(sent.text)?.[0];
  expect(link, sent.text).toBeDefined();

  const visitor = await browser.newContext();
  const opened = await visitor.newPage();
  await opened.goto(link as string);
  await expect(opened.getByText('Reminders')).toBeVisible();
  await expect(opened.getByText('e•••@example.org')).toBeVisible();
  await opened.getByRole('button', { name: 'Stop these notices' }).click();
  await expect(opened.getByRole('status').filter({ hasText: 'We no longer send these notices this way.' })).toBeFocused();
  await opened.reload();
  await expect(opened.getByText('There is nothing to stop.')).toBeVisible();
  await visitor.close();

  await page.goto('/profile/contact');
  const choice = page.getByLabel('Reminders: Email');
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('We saved your contact preferences.')).toBeVisible();

  expect(await happens(page.request, sent, 'unsubscribe')).toEqual({ status: 200 });
  await page.reload();
  await expect(choice).not.toBeChecked();
  await expect(page.getByLabel('Security: Email')).toBeChecked();
});

test('a link that is not ours says so and leads to the preferences', async ({ page }) => {
  for (const path of ['/unsubscribe', '/unsubscribe?token=made.up.by.somebody']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop these notices' })).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Choose everything we send you' })).toHaveAttribute('href', '/profile/contact');
});
