import { test as base } from '@playwright/test';
import { signInUnseen, type Session } from './identityProvider';
import { recordingContext, recordingRequests } from './reads';

/** The sample people of the local portal. */
type SamplePerson = `${'new' | 'resident' | 'business' | 'support' | 'admin' | 'government'}@example.com`;

/**
 * How long a sign-in is used, in milliseconds. The provider gives a refresh token that may be used once, and ends the
 * whole sign-in when a copy of it is used again. So no test may come to the time, 14 minutes after the sign-in, when the
 * web app renews it.
 */
const shared = 5 * 60_000;

/**
 * Playwright's `test` with sample people who are signed in from the start:
 * `test.use({ signedInAs: 'resident@example.com' })`. Each worker signs each of them in once. Whoever signs out, or lets
 * much time pass on the page's clock, ends or renews the sign-in of others: those tests make somebody new (`settled`).
 */
export const test = base.extend<
  { signedInAs: SamplePerson | undefined },
  { sessionOf: (person: SamplePerson) => Promise<Session> }
>({
  signedInAs: [undefined, { option: true }],
  storageState: async ({ signedInAs, sessionOf, storageState }, use) => {
    await use(signedInAs ? await sessionOf(signedInAs) : storageState);
  },
  context: ({ context }, use, testInfo) => recordingContext(context, testInfo, use),
  request: ({ request }, use, testInfo) => recordingRequests(request, testInfo, use),
  sessionOf: [
    async ({}, use) => {
      const kept = new Map<SamplePerson, { session: Session; at: number }>();
      await use(async (person) => {
        let known = kept.get(person);
        if (!known || Date.now() - known.at > shared) {
          known = { session: await signInUnseen(person), at: Date.now() };
          kept.set(person, known);
        }
        return known.session;
      });
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
