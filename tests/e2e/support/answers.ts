import type { Page } from '@playwright/test';

type Json = Record<string, unknown>;

/** What to do with the real answer of a path: change it, put another or an error status in its place, or never give it. */
export type Answer = ((json: Json) => Json) | Json | number | 'never';

/** Makes a state of the server that is tedious to bring about, out of the one that there is. */
export async function answerWith(page: Page, answers: Record<string, Answer>): Promise<void> {
  for (const [path, answer] of Object.entries(answers)) {
    await page.route(`**${path}`, async (route) => {
      if (answer === 'never') return;
      if (typeof answer === 'number') {
        await route.fulfill({ status: answer, json: { code: 'unavailable', message: 'x', requestId: 'a1b2c3d4' } });
        return;
      }
      if (typeof answer === 'object') {
        await route.fulfill({ json: answer });
        return;
      }
      const response = await route.fetch();
      await route.fulfill({ response, json: answer((await response.json()) as Json) });
    });
  }
}
