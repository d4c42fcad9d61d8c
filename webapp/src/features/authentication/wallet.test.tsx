import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { authenticationTypes, notAuthenticated, origin, server } from '@/testing/server';

type Attempt = components['schemas']['AttemptReply'];

const api = `${origin}/api/authentication`;
const ways = '/enhancedauthentication';
const page = `${ways}/mid/response?attempt=a1`;
const soon = new Date(Date.now() + 600_000).toISOString();
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findOpenButton = () => screen.findByRole('button', { name: 'Open your wallet' });

const attempt: Attempt = {
  attemptId: 'a1',
  typeId: 4,
  purpose: 'account',
  returnTo: '/transactions',
  walletLink: null,
  quiz: null,
  liveness: null,
  requests: [
    { protocol: 'openid4vp-v1-unsigned', data: { nonce: 'n1' } },
    { protocol: 'org-iso-mdoc', data: { deviceRequest: 'd1' } },
  ],
  state: 'pending',
  reason: null,
  expiresAt: soon,
};
const buildEndedAttempt = (changes: Partial<Attempt>): Attempt => ({ ...attempt, requests: [], ...changes });

let sent: unknown[];
let become: Attempt;
const wallet = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();

beforeEach(() => {
  sent = [];
  become = buildEndedAttempt({ state: 'verified' });
  wallet.mockReset();
  wallet.mockResolvedValue({ protocol: 'org-iso-mdoc', data: { response: 'sealed', other: 1 } });
  vi.stubGlobal('DigitalCredential', { userAgentAllowsProtocol: () => true });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: wallet } });
  server.use(
    http.get(`${api}/status`, () => HttpResponse.json(notAuthenticated)),
    http.get(`${api}/attempts/a1`, () => HttpResponse.json(attempt)),
    http.post(`${api}/attempts/a1/completion`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(become);
    }),
    http.get(`${origin}/api/transactions`, () =>
      HttpResponse.json({ items: [], nextToken: null, scannedUntil: null }),
    ),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

describe('showing a license', () => {
  it('starts from the ways', async () => {
    const begun: unknown[] = [];
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({
          items: [
            { ...authenticationTypes[1], typeId: 4, type: 'Mobile ID (MID)', needs: ['mobileDriverLicense'] },
          ],
        }),
      ),
      http.post(`${api}/attempts`, async ({ request }) => {
        begun.push(await request.json());
        const { attemptId, expiresAt } = attempt;
        return HttpResponse.json(
          { attemptId, mode: 'wallet', redirectUrl: null, passkeyOptions: null, expiresAt },
          { status: 201 },
        );
      }),
    );
    await renderApp(`${ways}?returnTo=/transactions`, createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Mobile ID (MID)' }));
    await findHeading('Show your mobile driver’s license');
    expect(begun).toEqual([{ typeId: 4, purpose: 'account', returnTo: '/transactions', usesPasskey: false }]);
    expect(wallet).not.toHaveBeenCalled();
  });

  it('passes every request to the browser, and its answer to the portal', async () => {
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    await findHeading('Transactions');
    expect(await screen.findByText('You proved who you are.')).toBeVisible();
    expect(wallet).toHaveBeenCalledTimes(1);
    expect(wallet.mock.lastCall?.[0]).toMatchObject({ digital: { requests: attempt.requests } });
    expect(sent).toEqual([
      {
        redirect: null,
        passkey: null,
        quiz: null,
        liveness: null,
        wallet: { protocol: 'org-iso-mdoc', data: { response: 'sealed', error: null } },
      },
    ]);
  });

  it('requests only formats that the browser supports', async () => {
    vi.stubGlobal('DigitalCredential', {
      userAgentAllowsProtocol: (protocol: string) => protocol === 'org-iso-mdoc',
    });
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    await findHeading('Transactions');
    expect(wallet.mock.lastCall?.[0]).toMatchObject({ digital: { requests: [attempt.requests[1]] } });
  });

  it('says that this browser supports no wallets', async () => {
    vi.stubGlobal('DigitalCredential', undefined);
    await renderApp(page, createAccount());
    expect(await screen.findByText(/can’t open a wallet/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Open your wallet' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Choose another way' })).toHaveAttribute(
      'href',
      `${ways}?returnTo=%2Ftransactions`,
    );
  });

  it.each([
    ['declines', () => wallet.mockRejectedValue(new DOMException('no', 'NotAllowedError')), 'declined'],
    [
      'gets an answer without a response',
      () => wallet.mockResolvedValue({ protocol: 'org-iso-mdoc', data: {} }),
      'refused',
    ],
  ])('is canceled when the person %s', async (_, prepare, error) => {
    prepare();
    become = buildEndedAttempt({ state: 'canceled' });
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    await findHeading('You canceled');
    expect(sent).toMatchObject([{ wallet: { data: { response: null, error } } }]);
  });

  it.each([
    ['wrongPerson', /does not match your registration/],
    ['licenseExpired', /has expired/],
    ['licenseRevoked', /no longer accepts it as valid/],
    ['issuerUnknown', /can’t check mobile driver’s licenses from this state/],
    ['answerRefused', /couldn’t trust the answer/],
  ] as const)('shows the failure: %s', async (reason, sentence) => {
    become = buildEndedAttempt({ state: 'failed', reason });
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    await findHeading('You are not verified');
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it('can be tried again when the wallet could not be opened', async () => {
    wallet.mockRejectedValueOnce(new TypeError('broken'));
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    expect(await screen.findByText(/could not open a wallet/)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(await findOpenButton());
    await findHeading('Transactions');
  });

  describe('on another device', () => {
    const link = 'openid4vp://?client_id=x509_hash%3Aabc&request_uri=https%3A%2F%2Fportal.example%2Fr';
    let latest: Attempt;
    beforeEach(() => {
      latest = { ...attempt, walletLink: link };
      server.use(http.get(`${api}/attempts/a1`, () => HttpResponse.json(latest)));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    });
    afterEach(() => vi.useRealTimers());
    const findCode = () => screen.findByRole('img', { name: 'Code to scan with your phone' });
    const pass = () => act(() => vi.advanceTimersByTimeAsync(2_000));

    it('uses a code, and a link that stays on this page', async () => {
      await renderApp(page, createAccount());
      expect((await findCode()).querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
      const opened = screen.getByRole('link', { name: 'Open a wallet on this device instead' });
      expect(opened).toHaveAttribute('href', link);
      expect(opened).not.toHaveAttribute('target');
    });

    it('opens a separate window if the wallet is a page', async () => {
      latest = { ...latest, walletLink: 'https://wallet.example/?request_uri=x' };
      await renderApp(page, createAccount());
      await findCode();
      expect(screen.getByRole('link', { name: 'Open a wallet on this device instead' })).toHaveAttribute(
        'target',
        '_blank',
      );
    });

    it('is offered if the browser supports no wallets', async () => {
      vi.stubGlobal('DigitalCredential', undefined);
      await renderApp(page, createAccount());
      await findCode();
      expect(screen.queryByText(/can’t open a wallet/)).toBeNull();
    });

    it('continues after the answer', async () => {
      await renderApp(page, createAccount());
      await findCode();
      latest = buildEndedAttempt({ state: 'answered' });
      await pass();
      expect(await screen.findByText(/Your wallet answered/)).toBeVisible();
      latest = buildEndedAttempt({ state: 'verified' });
      await pass();
      await findHeading('Transactions');
      expect(screen.getAllByText('You proved who you are.')).toHaveLength(1);
      expect(sent).toEqual([]);
    });

    it("is refused for another person's license", async () => {
      await renderApp(page, createAccount());
      await findCode();
      latest = buildEndedAttempt({ state: 'failed', reason: 'wrongPerson' });
      await pass();
      await findHeading('You are not verified');
    });
  });

  it('cancels the wallet when the person leaves, and sends nothing', async () => {
    let signal: AbortSignal | null | undefined;
    wallet.mockImplementation(
      (options) =>
        new Promise((_, reject) => {
          signal = options.signal;
          options.signal?.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
        }),
    );
    await renderApp(page, createAccount());
    await userEvent.click(await findOpenButton());
    expect(await screen.findByRole('button', { name: 'Waiting for your wallet' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Choose another way' }));
    await findHeading('Enhanced authentication');
    await waitFor(() => expect(signal?.aborted).toBe(true));
    expect(sent).toEqual([]);
  });

  it('shows the result of an attempt that was answered before', async () => {
    server.use(
      http.get(`${api}/attempts/a1`, () =>
        HttpResponse.json(buildEndedAttempt({ state: 'failed', reason: 'licenseExpired' })),
      ),
    );
    await renderApp(page, createAccount());
    await findHeading('You are not verified');
  });

  it('shows the ways without an attempt', async () => {
    await renderApp(`${ways}/mid/response`, createAccount());
    await findHeading('Enhanced authentication');
  });
});
