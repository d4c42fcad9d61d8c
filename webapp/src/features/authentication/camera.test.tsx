import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '@/generated/openapi';
import { renderApp, createAccount } from '@/testing/renderApp';
import { authenticationTypes, notAuthenticated, origin, server } from '@/testing/server';
import type { Liveness } from './api';

type Attempt = components['schemas']['AttemptReply'];

// The check itself belongs to Amazon, and needs a camera and their service.
vi.mock('./Camera', () => ({
  Camera: ({ liveness, onSeen }: { liveness: Liveness; onSeen: (error: string | null) => void }) => (
    <>
      <p>{`${liveness.sessionId} in ${liveness.region}`}</p>
      <button onClick={() => onSeen(null)}>Seen</button>
      <button onClick={() => onSeen('CAMERA_ACCESS_ERROR')}>No camera</button>
    </>
  ),
}));

const api = `${origin}/api/authentication`;
const page = '/enhancedauthentication/face/camera?attempt=a1';
const credentials = {
  accessKeyId: 'ASIA',
  secretAccessKey: 'secret',
  sessionToken: 'token',
  expiration: '2099-11-24T18:30:00Z',
};
const liveness = { sessionId: 's1', region: 'us-west-2', credentials, cameraUrl: null };
const buildAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  attemptId: 'a1',
  typeId: 1,
  purpose: 'account',
  returnTo: '/transactions',
  requests: [],
  walletLink: null,
  quiz: null,
  liveness,
  state: 'pending',
  reason: null,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  ...changes,
});
const buildEndedAttempt = (changes: Partial<Attempt>) => buildAttempt({ liveness: null, ...changes });
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

let latest: Attempt;
let become: Attempt;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  latest = buildAttempt();
  become = buildEndedAttempt({ state: 'verified' });
  server.use(
    http.get(`${api}/status`, () => HttpResponse.json(notAuthenticated)),
    http.get(`${api}/types/settings`, () => HttpResponse.json({ items: authenticationTypes })),
    http.get(`${api}/attempts/a1`, () => HttpResponse.json(latest)),
    http.post(`${api}/attempts/a1/completion`, async ({ request }) => {
      sent.push(((await request.json()) as { liveness: unknown }).liveness);
      return HttpResponse.json(become);
    }),
  );
});

describe('the camera', () => {
  it('opens on a click, and continues after a successful check', async () => {
    const { browser } = await renderApp(page, createAccount());
    expect(await screen.findByText(/may flash colored lights/)).toBeVisible();
    expect(screen.queryByText('s1 in us-west-2')).toBeNull();
    await press('Open the camera');
    expect(await screen.findByText('s1 in us-west-2')).toBeVisible();
    await press('Seen');
    // A newly loaded page has other headers.
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/transactions'));
    expect(sent).toEqual([{ error: null }]);
  });

  it('of another page is a link, and returns once', async () => {
    latest = buildAttempt({
      liveness: { ...liveness, credentials: null, cameraUrl: 'https://camera.example/?s=1' },
    });
    const { unmount } = await renderApp(page, createAccount());
    const link = await screen.findByRole('link', { name: 'Open the camera' });
    expect(link.getAttribute('href')).toBe('https://camera.example/?s=1');
    expect(sent).toEqual([]);
    unmount();
    const { browser } = await renderApp(`${page}&seen=true`, createAccount());
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/transactions'));
    expect(sent).toEqual([{ error: null }]);
  });

  it.each([
    ['Do not use the camera', 'declined'],
    ['No camera', 'CAMERA_ACCESS_ERROR'],
  ])('counts an attempt when it is not used: %s', async (button, error) => {
    become = buildEndedAttempt({ state: 'canceled' });
    const { browser } = await renderApp(page, createAccount());
    if (button === 'No camera') await press('Open the camera');
    await press(button);
    await findHeading('You canceled');
    expect(screen.getByText(/we compared nothing. This try counts./)).toBeVisible();
    expect(sent).toEqual([{ error }]);
    expect(browser.leaveTo).not.toHaveBeenCalled();
  });

  it.each([
    ['faceNotMatched', /does not match the agency’s photo/],
    ['faceNotLive', /could not confirm a live face/],
    ['tooLate', /Time ran out/],
  ] as const)('explains a failed proof: %s', async (reason, words) => {
    become = buildEndedAttempt({ state: 'failed', reason });
    await renderApp(`${page}&seen=true`, createAccount());
    await findHeading('You are not verified');
    expect(screen.getByText(words)).toBeVisible();
  });

  it('is not requested when no agency has a photo', async () => {
    latest = buildEndedAttempt({ state: 'failed', reason: 'portraitMissing' });
    await renderApp(page, createAccount());
    await findHeading('You are not verified');
    const link = screen.getByRole('link', { name: 'Connect your driver license' });
    expect(link.getAttribute('href')).toBe('/connections');
  });

  it('reports that comparisons are unavailable', async () => {
    server.use(
      http.post(`${api}/attempts/a1/completion`, () =>
        HttpResponse.json(
          { code: 'identityServiceUnavailable', message: 'Not just now.', requestId: 'r-1', parameters: {} },
          { status: 503 },
        ),
      ),
    );
    await renderApp(`${page}&seen=true`, createAccount());
    expect(await screen.findByText(/give us this reference: r-1/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Try again or choose another way' })).toBeVisible();
  });

  it('of an attempt that succeeded before continues', async () => {
    latest = buildEndedAttempt({ state: 'verified' });
    const { browser } = await renderApp(page, createAccount());
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/transactions'));
    expect(sent).toEqual([]);
  });

  it('starts from the ways, on a newly loaded page', async () => {
    server.use(
      http.get(`${api}/types/settings`, () =>
        HttpResponse.json({ items: authenticationTypes.map((type) => ({ ...type, isEnabled: true })) }),
      ),
      http.post(`${api}/attempts`, () =>
        HttpResponse.json(
          {
            attemptId: 'a1',
            mode: 'liveness',
            redirectUrl: null,
            passkeyOptions: null,
            expiresAt: '2099-01-01T00:00:00Z',
          },
          { status: 201 },
        ),
      ),
    );
    const { browser } = await renderApp('/enhancedauthentication/face/v2/info', createAccount());
    expect(await screen.findByText(/neither the video nor a picture/)).toBeVisible();
    expect(screen.queryByText(/does not offer face recognition/)).toBeNull();
    await press('Continue with Face recognition');
    await waitFor(() => expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith(page));
  });

  it('is not mentioned when it is not offered', async () => {
    await renderApp('/enhancedauthentication/face/v2/info', createAccount());
    expect(await screen.findByText(/does not offer face recognition/)).toBeVisible();
  });
});
