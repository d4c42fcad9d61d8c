import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { authenticationTypes, notAuthenticated, origin, server } from '@/testing/server';

type Attempt = components['schemas']['AttemptReply'];

const api = `${origin}/api/authentication`;
const ways = '/enhancedauthentication';
const page = `${ways}/creditbureau?attempt=a1`;
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findSendButton = () => screen.findByRole('button', { name: 'Send the answers' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the answers' }));
const choose = (question: string, choice: string) =>
  userEvent.click(
    [...screen.getByRole('group', { name: question }).querySelectorAll('label')].find(
      (label) => label.textContent === choice,
    ) as HTMLElement,
  );

const getTimeInMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const buildAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  attemptId: 'a1',
  typeId: 2,
  purpose: 'account',
  returnTo: '/transactions',
  requests: [],
  walletLink: null,
  liveness: null,
  quiz: {
    answerBy: getTimeInMinutes(4.5),
    questions: [
      {
        questionId: 'card',
        text: 'Which bank gave you a credit card?',
        choices: [
          { choiceId: '0', text: 'Palo Verde Bank' },
          { choiceId: '1', text: 'None of these' },
        ],
      },
      {
        questionId: 'town',
        text: 'In which town have you lived?',
        choices: [
          { choiceId: '0', text: 'Yuma' },
          { choiceId: '1', text: 'Globe' },
        ],
      },
    ],
  },
  state: 'pending',
  reason: null,
  expiresAt: getTimeInMinutes(10),
  ...changes,
});

let latest: Attempt;
let become: Attempt;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  latest = buildAttempt();
  become = buildAttempt({ state: 'verified', quiz: null });
  server.use(
    http.get(`${api}/status`, () => HttpResponse.json(notAuthenticated)),
    http.get(`${api}/attempts/a1`, () => HttpResponse.json(latest)),
    http.post(`${api}/attempts/a1/completion`, async ({ request }) => {
      sent.push(((await request.json()) as { quiz: unknown }).quiz);
      return HttpResponse.json(become);
    }),
    http.get(`${origin}/api/transactions`, () =>
      HttpResponse.json({ items: [], nextToken: null, scannedUntil: null }),
    ),
  );
});

async function answerAll() {
  await findSendButton();
  await choose('Which bank gave you a credit card?', 'Palo Verde Bank');
  await choose('In which town have you lived?', 'Globe');
  await send();
}

describe('the questions of a credit bureau', () => {
  it('start from the ways', async () => {
    const begun: unknown[] = [];
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({
          items: [
            {
              ...authenticationTypes[1],
              typeId: 2,
              type: 'Credit bureau check',
              assurance: 'signal',
              needs: ['creditHistory'],
              isEnabled: true,
              maxTries: 3,
            },
          ],
        }),
      ),
      http.post(`${api}/attempts`, async ({ request }) => {
        begun.push(await request.json());
        return HttpResponse.json(
          {
            attemptId: 'a1',
            mode: 'quiz',
            redirectUrl: null,
            passkeyOptions: null,
            expiresAt: getTimeInMinutes(10),
          },
          { status: 201 },
        );
      }),
    );
    await renderApp(`${ways}?returnTo=/transactions`, createAccount());
    await userEvent.click(await screen.findByText('of Credit bureau check'));
    expect(await screen.findByText(/Some services need stronger proof than this/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Credit bureau check' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start the credit check?' });
    expect(dialog).toHaveTextContent(
      'You have 3 tries within 24 hours. Starting uses one, even if you leave.',
    );
    expect(begun).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Credit bureau check' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Start the check' }));
    await findSendButton();
    expect(begun).toEqual([{ typeId: 2, purpose: 'account', returnTo: '/transactions', usesPasskey: false }]);
  });

  it('continue after the answers, and are not called a proof', async () => {
    await renderApp(page, createAccount());
    await answerAll();
    await findHeading('Transactions');
    expect(sent).toEqual([
      {
        answers: [
          { questionId: 'card', choiceId: '0' },
          { questionId: 'town', choiceId: '1' },
        ],
      },
    ]);
    expect(await screen.findByText('You passed the check.')).toBeVisible();
    expect(screen.queryByText('You proved who you are.')).toBeNull();
  });

  it('require all answers before any is sent', async () => {
    await renderApp(page, createAccount());
    await findSendButton();
    await choose('In which town have you lived?', 'Globe');
    await send();
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent('Answer the question: Which bank gave you a credit card?');
    expect(summary).not.toHaveTextContent('In which town');
    expect(sent).toEqual([]);
  });

  it('show how long they are open', async () => {
    await renderApp(page, createAccount());
    await findSendButton();
    expect(screen.getByText('About 5 minutes left')).toBeVisible();
    expect(screen.getByText(/No one can extend that time/)).toBeVisible();
  });

  describe('as time passes', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true });
      latest = buildAttempt();
    });
    afterEach(() => vi.useRealTimers());

    it("show the last minute, the end, and the bureau's reply to late answers", async () => {
      await renderApp(page, createAccount());
      await findSendButton();
      await act(() => vi.advanceTimersByTimeAsync(3.6 * 60_000));
      expect(screen.getByText('Less than a minute left')).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(screen.getByText(/Time is up by the clock on this device/)).toBeVisible();
      vi.useRealTimers();
      become = buildAttempt({ state: 'failed', reason: 'tooLate', quiz: null });
      await answerAll();
      await findHeading('You are not verified');
      expect(screen.getByText('Time ran out. This try counts.')).toBeVisible();
      expect(sent).toHaveLength(1);
    });
  });

  it('accept answers when the clock of the device is ahead', async () => {
    latest = buildAttempt();
    latest = { ...latest, quiz: latest.quiz && { ...latest.quiz, answerBy: getTimeInMinutes(-20) } };
    await renderApp(page, createAccount());
    await answerAll();
    await findHeading('Transactions');
    expect(sent).toHaveLength(1);
  });

  it.each([['creditFileNotUsable', /Lift a freeze/]] as const)(
    'are hidden when the bureau refused: %s',
    async (reason, sentence) => {
      latest = buildAttempt({ state: 'failed', reason, quiz: null });
      await renderApp(page, createAccount());
      await findHeading('You are not verified');
      expect(screen.getByText(sentence)).toBeVisible();
    },
  );

  it.each([
    ['wrongAnswers', 'Not enough answers were right. This try counts.'],
    ['tooLate', 'Time ran out. This try counts.'],
  ] as const)('prove nothing: %s', async (reason, sentence) => {
    become = buildAttempt({ state: 'failed', reason, quiz: null });
    await renderApp(page, createAccount());
    await answerAll();
    await findHeading('You are not verified');
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('keep the answers when the bureau is unavailable', async () => {
    server.use(
      http.post(`${api}/attempts/a1/completion`, () =>
        HttpResponse.json(
          {
            code: 'identityServiceUnavailable',
            message: 'The identity service does not answer right now.',
            requestId: 'r',
            parameters: {},
          },
          { status: 503 },
        ),
      ),
    );
    await renderApp(page, createAccount());
    await answerAll();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Globe' })).toBeChecked();
  });

  it('show the ways without an attempt', async () => {
    const asked = vi.fn();
    const listen = ({ request }: { request: Request }) => void asked(new URL(request.url).pathname);
    server.events.on('request:start', listen);
    await renderApp(`${ways}/creditbureau`, createAccount());
    await findHeading('Enhanced authentication');
    expect(asked).not.toHaveBeenCalledWith(expect.stringContaining('/attempts/'));
    server.events.removeListener('request:start', listen);
  });
});
