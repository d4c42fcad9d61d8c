import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { authenticationTypes, notAuthenticated, origin, server } from '@/testing/server';

type Passkey = components['schemas']['PasskeyReply'];
type AuthenticationStatus = components['schemas']['AuthenticationStatusReply'];

const api = `${origin}/api/authentication`;
const page = '/enhancedauthentication';
const findHeading = (name: string, level = 1) => screen.findByRole('heading', { level, name });
const findSection = async () =>
  within(await screen.findByRole('region', { name: 'Use a passkey next time' }));

const phone: Passkey = {
  passkeyId: 'p1',
  name: 'My phone',
  typeId: 3,
  type: 'Electronic ID (EID)',
  createdAt: '2026-11-23T18:30:00Z',
  lastUsedAt: null,
  expiresAt: '2027-05-22T18:30:00Z',
};
/** Bytes whose base64url contains both letters that base64 lacks, and no padding. */
const buildBytes = (last: number) => Uint8Array.of(0xfb, 0xff, 0xfe, last);
const keys = [{ type: 'public-key', id: '-__-Ag' }];
const parsedKeys = [{ type: 'public-key', id: buildBytes(2) }];
const options = { challenge: '-__-AQ', timeout: 1000 };
const creationOptions = {
  ...options,
  user: { id: '-__-Aw', name: 'rosa', displayName: 'Rosa' },
  excludeCredentials: keys,
};
const buildCredential = (response: Record<string, number>) => ({
  id: 'k1',
  response: Object.fromEntries(
    Object.entries(response).map(([name, last]) => [name, buildBytes(last).buffer]),
  ),
});

let items: Passkey[];
let canAdd: boolean;
let sent: unknown[];
const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>();
const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>();
const buildList = () => HttpResponse.json({ items, canAdd });

beforeEach(() => {
  items = [];
  canAdd = true;
  sent = [];
  create.mockReset().mockResolvedValue(buildCredential({ clientDataJSON: 1, attestationObject: 2 }));
  get
    .mockReset()
    .mockResolvedValue(buildCredential({ clientDataJSON: 1, authenticatorData: 2, signature: 3 }));
  // iOS 16.4 lacks the functions that read and write JSON.
  vi.stubGlobal('PublicKeyCredential', {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
  server.use(
    http.get(`${api}/passkeys`, buildList),
    http.post(`${api}/passkeys`, () =>
      HttpResponse.json(
        { passkeyId: 'p1', options: creationOptions, expiresAt: phone.expiresAt },
        { status: 201 },
      ),
    ),
    http.post(`${api}/passkeys/p1/completion`, async ({ request }) => {
      sent.push(await request.json());
      items = [phone];
      return buildList();
    }),
    http.patch(`${api}/passkeys/p1`, async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      items = [{ ...phone, name }];
      return buildList();
    }),
    http.delete(`${api}/passkeys/p1`, () => {
      items = [];
      return buildList();
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

describe('the passkeys', () => {
  it('are hidden before a proof, and cannot be added', async () => {
    canAdd = false;
    await renderApp(page, createAccount());
    const passkeys = await findSection();
    expect(passkeys.getByText(/After you prove who you are, you can add one/)).toBeVisible();
    expect(passkeys.queryByRole('button')).toBeNull();
  });

  it('add a passkey of the device with the typed name', async () => {
    await renderApp(page, createAccount());
    const passkeys = await findSection();
    await userEvent.type(await passkeys.findByLabelText(/Name of the passkey/), ' My phone ');
    await userEvent.click(passkeys.getByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText('My phone was added.')).toBeVisible();
    expect(create.mock.lastCall).toEqual([
      {
        publicKey: {
          ...creationOptions,
          challenge: buildBytes(1),
          user: { ...creationOptions.user, id: buildBytes(3) },
          excludeCredentials: parsedKeys,
        },
      },
    ]);
    expect(sent).toEqual([
      { name: 'My phone', creation: { id: 'k1', clientData: '-__-AQ', attestation: '-__-Ag' } },
    ]);
    expect(await findHeading('My phone', 3)).toBeVisible();
    expect(passkeys.getByText(/Added on November 23, 2026 after Electronic ID \(EID\)/)).toBeVisible();
    await waitFor(async () => expect(await findHeading('Use a passkey next time', 2)).toHaveFocus());
  });

  it('require a name', async () => {
    await renderApp(page, createAccount());
    const passkeys = await findSection();
    await userEvent.click(await passkeys.findByRole('button', { name: 'Add a passkey' }));
    expect(passkeys.getAllByText('Give it a name, such as My phone').length).toBeGreaterThan(0);
    expect(create).not.toHaveBeenCalled();
  });

  it('stay unchanged when the device declines', async () => {
    create.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await renderApp(page, createAccount());
    const passkeys = await findSection();
    await userEvent.type(await passkeys.findByLabelText(/Name of the passkey/), 'My phone');
    await userEvent.click(passkeys.getByRole('button', { name: 'Add a passkey' }));
    expect(await screen.findByText('No passkey was made. You can try again.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('cannot be added in a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    await renderApp(page, createAccount());
    expect(await (await findSection()).findByText(/can’t create passkeys/)).toBeVisible();
  });

  it('are renamed', async () => {
    items = [phone];
    await renderApp(page, createAccount());
    const passkeys = await findSection();
    await userEvent.click(await passkeys.findByRole('button', { name: 'Rename My phone' }));
    const field = passkeys.getByDisplayValue('My phone');
    await userEvent.clear(field);
    await userEvent.type(field, 'Blue key');
    await userEvent.click(passkeys.getByRole('button', { name: 'Save' }));
    expect(await findHeading('Blue key', 3)).toBeVisible();
  });

  it('are removed after a confirmation, which ends their proof at once', async () => {
    items = [phone];
    let status: AuthenticationStatus = {
      isAuthenticated: true,
      enhancedAuthenticationType: phone.type,
      enhancedAuthenticationTypeId: phone.typeId,
      verifiedAt: phone.createdAt,
      expiresAt: '2099-01-01T00:00:00Z',
      assurance: 'proof',
    };
    server.use(
      http.get(`${api}/status`, () => HttpResponse.json(status)),
      http.delete(`${api}/passkeys/p1`, () => {
        items = [];
        status = notAuthenticated;
        return buildList();
      }),
    );
    await renderApp(page, createAccount());
    expect(await screen.findByRole('button', { name: 'Enhanced Authentication is active.' })).toBeVisible();
    const passkeys = await findSection();
    await userEvent.click(await passkeys.findByRole('button', { name: 'Remove My phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove My phone?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('My phone was removed.')).toBeVisible();
    expect(passkeys.queryByRole('heading', { level: 3 })).toBeNull();
    expect(screen.getByRole('button', { name: 'Enhanced Authentication is not active.' })).toBeVisible();
  });
});

describe('a touch', () => {
  const use = () => screen.findByRole('button', { name: 'Use your passkey' });
  let begun: unknown[];
  let state: 'verified' | 'failed' | 'canceled';

  beforeEach(() => {
    items = [
      { ...phone, passkeyId: 'p0', expiresAt: '2027-01-01T00:00:00Z' },
      { ...phone, typeId: 4 },
    ];
    begun = [];
    state = 'verified';
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({
          items: authenticationTypes.flatMap((type) => [type, { ...type, typeId: 4 }]),
        }),
      ),
      http.post(`${api}/attempts`, async ({ request }) => {
        begun.push(await request.json());
        return HttpResponse.json(
          {
            attemptId: 'a1',
            mode: 'passkey',
            redirectUrl: null,
            passkeyOptions: { ...options, allowCredentials: keys },
            expiresAt: phone.expiresAt,
          },
          { status: 201 },
        );
      }),
      http.post(`${api}/attempts/a1/completion`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({
          attemptId: 'a1',
          typeId: 4,
          purpose: 'account',
          returnTo: '/transactions',
          state,
          reason: state === 'failed' ? 'answerRefused' : null,
          expiresAt: phone.expiresAt,
        });
      }),
    );
  });

  it('renews the latest proof, and returns to the previous page', async () => {
    await renderApp(`${page}?returnTo=/transactions`, createAccount());
    await userEvent.click(await use());
    await findHeading('Transactions');
    expect(begun).toEqual([{ typeId: 4, purpose: 'account', returnTo: '/transactions', usesPasskey: true }]);
    expect(get.mock.lastCall).toEqual([
      { publicKey: { ...options, challenge: buildBytes(1), allowCredentials: parsedKeys } },
    ]);
    expect(sent).toEqual([
      {
        redirect: null,
        wallet: null,
        passkey: {
          id: 'k1',
          clientData: '-__-AQ',
          authenticatorData: '-__-Ag',
          signature: '-__-Aw',
          error: null,
        },
        quiz: null,
        liveness: null,
      },
    ]);
  });

  it('is offered only if its proof would be enough', async () => {
    await renderApp(`${page}?purpose=reveal&types=1&returnTo=/transactions`, createAccount());
    await findHeading('Enhanced authentication');
    await screen.findByText(/can’t verify your identity/);
    expect(screen.queryByRole('button', { name: 'Use your passkey' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Use a passkey next time' })).toBeNull();
  });

  it('is not offered without a passkey', async () => {
    items = [];
    await renderApp(page, createAccount());
    await findSection();
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Continue with/ })).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Use your passkey' })).toBeNull();
  });

  it.each([
    ['declined', 'canceled', /This try does not count/],
    [null, 'failed', /couldn’t trust the answer/],
  ] as const)('shows the failure (%s)', async (error, became, words) => {
    if (error) get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    state = became;
    await renderApp(page, createAccount());
    await userEvent.click(await use());
    expect(await screen.findByText(words)).toBeVisible();
    expect(sent).toMatchObject([{ passkey: { error } }]);
    expect(await use()).toBeEnabled();
  });
});
