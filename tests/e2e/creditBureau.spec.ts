import type { BrowserContext, Page } from '@playwright/test';
import { heading } from './support/portal';
import { expect, test } from './support/test';

const portal = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');
const person = 'business@example.com';
const lock = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

test.use({ signedInAs: person });

/** The sandbox's bureau: its switch, and what the person's file says. */
async function bureau(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(`http://localhost:${Number(portal.port) + 3}/creditbureau`);
  const file = page.getByRole('region', { name: /^Ben Whitehorse/ });
  const terms = await file.getByRole('term').allInnerTexts();
  const definitions = await file.getByRole('definition').allInnerTexts();
  return {
    right: new Map(terms.map((question, place) => [question, definitions[place] ?? ''])),
    turn: (mode: string) => page.getByRole('button', { name: mode, exact: true }).click(),
  };
}

async function begin(page: Page): Promise<void> {
  await page.goto('/enhancedauthentication?returnTo=/transactions');
  await page.getByRole('button', { name: 'Continue with Credit bureau check' }).click();
  await page.getByRole('button', { name: 'Start the check' }).click();
}

async function answer(page: Page, right: ReadonlyMap<string, string>, wrong = 0): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send the answers' })).toBeVisible();
  const questions = await page.getByRole('group').all();
  for (const [place, question] of questions.entries()) {
    const text = await question.locator('legend').innerText();
    const known = right.get(text) ?? 'None of these';
    const choices = await question.getByRole('radio').all();
    const names = await question.locator('label').allInnerTexts();
    const chosen = names.findIndex((name) => (name === known) !== place < wrong);
    await choices[chosen]?.check({ force: true });
  }
  await page.getByRole('button', { name: 'Send the answers' }).click();
}

test('right answers are a signal, wrong ones and a frozen file lock it', async ({ page, context }) => {
  const { right, turn } = await bureau(context);
  await begin(page);
  await answer(page, right);
  await expect(page).toHaveURL('/transactions');
  await expect(page.getByText('You passed the check.')).toBeVisible();
  await page.goto('/enhancedauthentication');
  await expect(page.getByText(/You passed a check.*Some services need stronger proof\./)).toBeVisible();
  await lock(page, 'Enhanced Authentication is active.').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Sign out successful.')).toBeVisible();

  await begin(page);
  await answer(page, right, 2);
  await expect(page.getByText('Not enough answers were right. This try counts.')).toBeVisible();

  await turn('frozen');
  await begin(page);
  await expect(heading(page, 'You are not verified')).toBeFocused();
  await expect(page.getByText(/Lift a freeze/)).toBeVisible();
  await turn('normal');

  // Looking at the questions is a try, too.
  await begin(page);
  await expect(page.getByRole('button', { name: 'Send the answers' })).toBeVisible();
  await page.goto('/enhancedauthentication');
  await expect(page.getByRole('button', { name: 'Continue with Electronic ID (EID)' })).toBeVisible();
  await expect(page.getByText(/You can use this way again/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Credit bureau check' })).toHaveCount(0);
});
