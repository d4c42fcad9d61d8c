import {
  expect,
  test as base,
  type BrowserContext,
  type TestInfo,
} from "@playwright/test";
import { listenForComplaints } from "./complaints";
import { listUnmappedKeys } from "./storageKeys";
import { signInUnseen, type Session } from "./identityProvider";

const portalOrigin = new URL(process.env.PORTAL_URL ?? "http://localhost:8080")
  .origin;

/** The sample people of the local portal. */
type SamplePerson =
  `${"new" | "resident" | "business" | "support" | "admin" | "government"}@example.com`;

/**
 * How long a sign-in is used, in milliseconds. The provider gives a refresh token that may be used once, and ends the
 * whole sign-in when a copy of it is used again. So no test may come to the time, 14 minutes after the sign-in, when the
 * web app renews it.
 */
const shared = 5 * 60_000;

/** The runner's own `only-on-failure` takes a picture at the end of every test, to have it in case of a failure. */
async function takePictures(
  context: BrowserContext,
  testInfo: TestInfo,
): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`failed-${index + 1}.png`);
    await page.screenshot({ path });
    testInfo.attachments.push({
      name: "screenshot",
      contentType: "image/png",
      path,
    });
  }
}

/** Makes the pages follow the language of the browser instead of the language in the profile of who is signed in. */
export const chooseLanguage = (
  context: BrowserContext,
  locale: string,
): Promise<unknown> =>
  context.addInitScript(
    ([origin, language]) => {
      const key = "saguaro.language";
      if (location.origin === origin && localStorage.getItem(key) === null)
        localStorage.setItem(key, language);
    },
    [portalOrigin, locale.slice(0, 2)] as const,
  );

/**
 * Playwright's `test` with sample people who are signed in from the start:
 * `test.use({ signedInAs: 'resident@example.com' })`. Each worker signs each of them in once. Whoever signs out, or lets
 * much time pass on the page's clock, ends or renews the sign-in of others: those tests make somebody new (`settled`).
 *
 * A test fails when one of its pages, in any of its contexts, throws an error that nothing catches or writes a console
 * error or warning. A test that provokes one names it: `test.use({ expectedComplaints: [/^Refused to/] })`. It also fails
 * when a page at its end has stored something that the data map has no row for.
 */
export const test = base.extend<
  {
    signedInAs: SamplePerson | undefined;
    expectedComplaints: RegExp[];
    complaints: string[];
  },
  { sessionOf: (person: SamplePerson) => Promise<Session> }
>({
  signedInAs: [undefined, { option: true }],
  storageState: async ({ signedInAs, sessionOf, storageState }, use) => {
    await use(signedInAs ? await sessionOf(signedInAs) : storageState);
  },
  expectedComplaints: [[], { option: true }],
  complaints: async ({ browser }, use) => {
    const complaints: string[] = [];
    const listen = (context: BrowserContext): void =>
      listenForComplaints(context, complaints);
    browser.on("context", listen);
    await use(complaints);
    browser.off("context", listen);
  },
  // The complaints come first, so that they hear of this context, too.
  context: async (
    { complaints, context, locale, expectedComplaints },
    use,
    testInfo,
  ) => {
    if (locale) await chooseLanguage(context, locale);
    await use(context);
    const unmapped = await listUnmappedKeys(context, portalOrigin);
    const unexpected = complaints.filter(
      (text) => !expectedComplaints.some((expected) => expected.test(text)),
    );
    if (testInfo.status !== testInfo.expectedStatus || unexpected.length > 0)
      await takePictures(context, testInfo);
    expect(
      unexpected,
      "uncaught errors, and console errors and warnings",
    ).toEqual([]);
    expect(
      unmapped,
      "stored without a row in shared/data/data_map.yaml",
    ).toEqual([]);
  },
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
    { scope: "worker" },
  ],
});

export { expect };
