import type { Page } from '@playwright/test';
import { connectWith, newcomerWith, whileAgencyIs } from './support/agencies';
import { identityUrl, signUpElsewhere, stranger, type Person } from './support/identityProvider';
import { heading, settle } from './support/portal';
import { chooseLanguage, expect, test } from './support/test';

/** Texts of the support desk, in English. */
const say = {
  locale: 'en-US',
  purpose: 'Purpose',
  asked: 'The person asked for help',
  openCaseBar: 'Open case',
  firstName: 'First name',
  found: '1 person found',
  record: 'A person’s record',
  open: 'Open',
  dashboard: 'What this person sees on the dashboard',
  paused: /has not responded since .* so the portal paused its requests/,
  reload: 'Reload all cards',
  typeName: 'Type the person’s name to confirm',
  answered: /^Answered/,
  locks: 'Lockouts',
  fiveFailures: '5 failed attempts',
  lift: 'End the lockout',
  why: 'Why do you end it?',
  liftIt: 'End lockout',
  noLocks: 'No lockouts and no failed attempts in the last 24 hours.',
};

/** Texts of the caller's list of accesses and enhanced authentication, in Spanish. */
const told = {
  locale: 'es-US',
  whoLooked: 'Quién consultó su registro',
  lifted: 'El equipo de ayuda del portal levantó su bloqueo',
  reloaded: 'El equipo de ayuda del portal volvió a cargar su panel',
  foundYou: 'El equipo de ayuda del portal le encontró en una búsqueda',
  proved: 'Comprobado en su navegador: coincide con el registro sellado',
  prove: /^Continuar con Identidad electrónica/,
  notVerified: 'Usted no está verificado',
  unchecked: '5 registros no se pudieron consultar en este momento.',
};

/** Failures that lock a way to prove who one is, and that pause the calls to an agency. */
const limit = 5;

const block = (page: Page, name: string) => page.getByRole('region', { name });

async function press(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/** A caller with a name of their own, who alone is found by it. */
async function callerWith(page: Page): Promise<Person> {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('');
  const person = { ...stranger(), givenName: 'Rosa', familyName: `Q${letters}` };
  const session = await signUpElsewhere(person);
  await page.context().setStorageState(session);
  await settle(page.request, person);
  return person;
}

async function failToProve(page: Page): Promise<void> {
  for (let failures = 0; failures < limit; failures += 1) {
    await page.goto('/enhancedauthentication');
    await page.getByRole('button', { name: told.prove }).click();
    await page.getByRole('button', { name: /^I am Ben Whitehorse/ }).click();
    await expect(heading(page, told.notVerified)).toBeVisible();
  }
}

// The tests make the same agency fail, one after the other. Nobody else is connected with it, because the portal pauses
// its calls for half a minute and asks again for the next person.
test.describe.configure({ mode: 'default' });

test('the cards of other agencies are not held up by an agency that hangs', async ({ page }) => {
  await newcomerWith(page, 'benefits', 'hunting');
  await whileAgencyIs(page.request, 'azgfd', 'hanging', async () => {
    await page.goto('/dashboard');
    const other = page.getByRole('article', { name: 'Benefits' });
    // All of this comes long before the agency, which answers after a minute.
    await expect(other.locator('.record__checked')).toBeVisible();
    const hung = page.getByRole('article').filter({ hasNotText: 'Benefits' });
    await expect(hung.locator('.record__problem, .record__stale')).toBeVisible();
    await expect(page.getByText('One record could not be checked just now.').first()).toBeVisible();
  });
});

test.describe('support in English at 1280 px, the caller in Spanish at 390 px', () => {
    test.use({ locale: told.locale, viewport: { width: 390, height: 900 } });

    test('a stale card is explained and reloaded, a lock is lifted, and the caller reads all of it with proofs', async ({ page, browser, sessionOf }) => {
      // Agencies that failed are not asked for half a minute.
      test.setTimeout(180_000);
      const caller = await callerWith(page);
      await connectWith(page.request, caller, 'hunting', limit);
      await whileAgencyIs(page.request, 'azgfd', 'error', async () => {
        // A failure that others overtake three times is not counted: the second load makes up for it.
        for (let loads = 0; loads < 2; loads += 1) {
          await page.goto('/dashboard');
          await expect(page.locator('.attention')).toContainText(told.unchecked);
        }
      });
      await failToProve(page);

      const storageState = await sessionOf('support@example.com');
      const context = await browser.newContext({ storageState, locale: say.locale, viewport: { width: 1280, height: 900 } });
      await chooseLanguage(context, say.locale);
      const desk = await context.newPage();
      await test.step('the caller is found by keyboard alone', async () => {
        await desk.goto('/adminuserservices');
        await desk.getByLabel(say.purpose).focus();
        await desk.keyboard.type(say.asked);
        await press(desk, 'Tab');
        await desk.keyboard.type('T-2026-118');
        await press(desk, 'Enter');
        await expect(desk.getByLabel(say.firstName)).toBeFocused();
        await desk.keyboard.type(caller.givenName);
        await press(desk, 'Tab');
        await desk.keyboard.type(`${caller.familyName.slice(0, 8)}*`);
        await press(desk, 'Tab');
        await desk.keyboard.type('1988');
        await press(desk, 'Enter');
        await expect(desk.getByRole('heading', { name: say.found })).toBeFocused();
        await press(desk, 'Tab Enter');
        await expect(heading(desk, say.record)).toBeVisible();
        await expect(desk.getByRole('region', { name: say.openCaseBar })).toContainText(`${caller.givenName} ${caller.familyName}`);
      });

      await test.step('the lock is lifted', async () => {
        const locks = block(desk, say.locks);
        await locks.getByRole('button', { name: say.open }).click();
        await expect(locks).toContainText(say.fiveFailures);
        await locks.getByRole('button', { name: say.lift }).click();
        await desk.getByLabel(say.why).fill('Showed her card at the office');
        await desk.getByRole('button', { name: say.liftIt }).click();
        await expect(locks).toContainText(say.noLocks);
      });

      await test.step('the card is explained and reloaded', async () => {
        const cards = block(desk, say.dashboard);
        await cards.getByRole('button', { name: say.open }).click();
        await expect(cards).toContainText(say.paused);
        await expect(async () => {
          await desk.getByRole('button', { name: say.reload }).click();
          await desk.getByLabel(say.typeName).fill(`${caller.givenName} ${caller.familyName}`);
          await desk.getByRole('button', { name: say.reload }).click();
          await expect(desk.getByText(say.answered)).toHaveCount(limit, { timeout: 5_000 });
        }).toPass({ timeout: 60_000, intervals: [5_000] });
        await context.close();
      });

      await test.step('the caller reads every access, with a proof of each', async () => {
        const sealed = await page.request.post(`${identityUrl}/local/schedule/AccessLogSealerFunction`);
        expect(sealed.ok()).toBe(true);
        await page.goto('/profile/access');
        await expect(heading(page, told.whoLooked)).toBeVisible();
        await page.locator('.accesses summary').first().click();
        for (const line of [told.lifted, told.reloaded, told.foundYou]) await expect(page.getByRole('heading', { name: line }).first()).toBeVisible();
        // All entries are of one case, and share the result.
        await expect(page.getByText(told.proved)).toHaveCount(1);
      });
    });
  });
