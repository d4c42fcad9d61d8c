import userEvent from '@testing-library/user-event';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { createAccount, renderApp } from '@/testing/renderApp';
import { origin, server, signIn } from '@/testing/server';

const path = `${origin}/api/profile/signins`;
const endedAt = '2026-11-22T19:00:00Z';
const here = { ...signIn, hasSecondFactor: true };
const phone = {
  ...signIn,
  id: 's2',
  signedInAt: '2026-11-23T19:00:00Z',
  browser: 'Safari',
  system: 'iOS',
  city: null,
  region: null,
  country: 'MX',
  isCurrent: false,
};

function serveSignIns(...items: (typeof signIn)[]) {
  server.use(http.get(path, () => HttpResponse.json({ items })));
}

/** Answers requests to end a sign-in, and returns the received bodies. */
function answerEnd(answer: () => Response, address = `${path}/end`): unknown[] {
  const bodies: unknown[] = [];
  server.use(
    http.post(address, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}

const openAccount = () => renderApp('/profile', createAccount());
const findList = async (name = 'Where you are signed in') =>
  within(await screen.findByRole('list', { name }));
const listTexts = async () =>
  (await findList()).getAllByRole('listitem').map(({ textContent }) => textContent);
const pressThere = async () =>
  userEvent.click(
    await screen.findByRole('button', { name: /^Sign out there: Safari on iOS, Nov 23, 2026/ }),
  );
const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

describe('the list of sign-ins', () => {
  it('shows this device first, with browser, system, place, time and second factor', async () => {
    serveSignIns(phone, { ...here, endedAt: null });
    await openAccount();
    expect(await listTexts()).toEqual([
      expect.stringMatching(
        /^Firefox on WindowsThis deviceNear Phoenix, ArizonaNov 21, 2026, 12:00.PM, with a second factorSign out here$/,
      ),
      expect.stringMatching(/^Safari on iOSNear MexicoNov 23, 2026, 12:00.PMSign out there$/),
    ]);
  });

  it.each([
    ['Edge on an unknown system', { browser: 'Edge', system: null }],
    ['Unknown browser on Linux', { browser: null, system: 'Linux' }],
    ['Unknown browser', { browser: null, system: null }],
  ])('describes a device as %s', async (name, device) => {
    serveSignIns({ ...phone, ...device, country: null });
    await openAccount();
    expect((await findList()).getByRole('heading', { level: 3, name })).toBeVisible();
    expect((await findList()).queryByText(/Near/)).not.toBeInTheDocument();
  });

  it('marks an ended sign-in, which has no button', async () => {
    serveSignIns(here, { ...phone, endedAt });
    await openAccount();
    const [, ended] = (await findList()).getAllByRole('listitem');
    expect(ended).toHaveTextContent('Ended');
    expect(within(ended ?? document.body).queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows five sign-ins until the person asks for all', async () => {
    serveSignIns(here, ...['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...phone, id })));
    await openAccount();
    expect(await listTexts()).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier sign-ins' }));
    expect(await listTexts()).toHaveLength(6);
    expect(screen.getByRole('list', { name: 'Where you are signed in' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show earlier sign-ins' })).not.toBeInTheDocument();
  });

  it('can be empty', async () => {
    serveSignIns();
    await openAccount();
    expect(await screen.findByText('No sign-in is listed yet. Your next one will be.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  });

  it('loads again after a failure', async () => {
    server.use(http.get(path, () => new HttpResponse(null, { status: 500 }), { once: false }));
    await openAccount();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    serveSignIns(here);
    await userEvent.click(retry);
    expect(await listTexts()).toHaveLength(1);
  });

  it('speaks Spanish', async () => {
    localStorage.setItem('saguaro.language', 'es');
    serveSignIns(here, { ...phone, endedAt });
    await openAccount();
    const list = await findList('Dónde tiene la sesión abierta');
    expect(list.getByRole('heading', { name: 'Firefox en Windows' })).toBeVisible();
    expect(list.getByText('Este dispositivo')).toBeVisible();
    expect(list.getByText('México')).toBeVisible();
    expect(list.getByText('Terminada')).toBeVisible();
    expect(list.getByRole('button', { name: /^Cerrar la sesión aquí: Firefox en Windows/ })).toBeVisible();
  });
});

describe('signing out there', () => {
  it('asks first, and does nothing after canceling', async () => {
    serveSignIns(here, phone);
    const bodies = answerEnd(() => HttpResponse.json({ items: [] }));
    await openAccount();
    await pressThere();
    expect(screen.getByRole('dialog', { name: 'Sign out of Safari on iOS?' })).toBeVisible();
    await confirm('Cancel');
    expect(bodies).toEqual([]);
  });

  it('marks the sign-in, moves the focus to it and reports it', async () => {
    serveSignIns(here, phone);
    const bodies = answerEnd(() => HttpResponse.json({ items: [here, { ...phone, endedAt }] }));
    const { port } = await openAccount();
    await pressThere();
    await confirm('Sign out there');
    expect(await screen.findByText('You signed out of Safari on iOS. It can take a minute.')).toBeVisible();
    expect(bodies).toEqual([{ id: 's2' }]);
    expect(screen.getByText('Ended')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Safari on iOS' })).toHaveFocus();
    expect(port.signOut).not.toHaveBeenCalled();
  });

  it('updates the list when the sign-in is no longer in it', async () => {
    serveSignIns(here, phone);
    answerEnd(() =>
      HttpResponse.json({ code: 'signInNotFound', message: 'Reload the page.' }, { status: 404 }),
    );
    await openAccount();
    await pressThere();
    serveSignIns(here);
    await confirm('Sign out there');
    expect(await screen.findByText('This sign-in is no longer in your list.')).toBeVisible();
    await waitFor(async () => expect(await listTexts()).toHaveLength(1));
    expect(screen.getByRole('list', { name: 'Where you are signed in' })).toHaveFocus();
  });

  it('explains an error of the server and can be repeated', async () => {
    serveSignIns(here, phone);
    answerEnd(() => new HttpResponse(null, { status: 500 }));
    await openAccount();
    await pressThere();
    await confirm('Sign out there');
    expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
    answerEnd(() => HttpResponse.json({ items: [here, { ...phone, endedAt }] }));
    await pressThere();
    await confirm('Sign out there');
    expect(await screen.findByText('Ended')).toBeVisible();
    expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument();
  });
});

describe('signing out here', () => {
  it('ends the sign-in and leaves by the ordinary sign-out', async () => {
    serveSignIns(here, phone);
    const bodies = answerEnd(() => HttpResponse.json({ items: [{ ...here, endedAt }, phone] }));
    const { port } = await openAccount();
    await userEvent.click(
      await screen.findByRole('button', { name: /^Sign out here: Firefox on Windows, Nov 21/ }),
    );
    await confirm('Sign out here');
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(bodies).toEqual([{ id: 's1' }]);
  });
});

describe('signing out everywhere', () => {
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));

  it('says what it does, ends all sign-ins and signs out here', async () => {
    const bodies = answerEnd(() => HttpResponse.json({ items: [] }), `${path}/end-all`);
    const { port } = await openAccount();
    await open();
    const dialog = screen.getByRole('dialog', { name: 'Sign out everywhere?' });
    expect(dialog).toHaveTextContent(/and here right away\. Other sites .* stay signed in\./);
    await confirm('Sign out everywhere');
    await waitFor(() => expect(port.signOut).toHaveBeenCalledOnce());
    expect(bodies).toEqual([{}]);
  });

  it('stays signed in here after an error of the server', async () => {
    answerEnd(() => new HttpResponse(null, { status: 500 }), `${path}/end-all`);
    const { port } = await openAccount();
    await open();
    await confirm('Sign out everywhere');
    expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
    expect(port.signOut).not.toHaveBeenCalled();
  });
});
