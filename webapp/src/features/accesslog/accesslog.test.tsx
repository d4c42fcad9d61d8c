import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import sealed from '@/lib/accessLog/sealedLog.json';
import { renderApp, rosa } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Access, AccessPage } from './api';

const access: Access = {
  at: '2026-11-24T19:01:00Z',
  staffNumber: 'S-TFQ7HGL4MQ',
  agency: null,
  role: 'support',
  purpose: 'resident-asked',
  caseNumber: 'C-1',
  kind: 'view',
  call: 'GET /api/users/{id}',
  fields: ['name', 'county'],
  resultCount: 1,
  proof: null,
};
const answer = (...items: Access[]): AccessPage => ({
  items,
  nextToken: null,
  isLogReadable: true,
});
const answers = (page: AccessPage) =>
  server.use(http.get(`${origin}/api/profile/access`, () => HttpResponse.json(page)));
const entry = async (name: string) => {
  const title = await screen.findByRole('heading', { level: 2, name });
  return within(title.closest('li') as HTMLElement);
};

beforeEach(() => {
  server.use(
    http.get(`${origin}/api/subscriptions/agencyservice`, () =>
      HttpResponse.json({ items: [{ id: 's', agency: { id: 'adot-mvd', name: 'Motor Vehicle Division' } }] }),
    ),
  );
});

describe('who looked at the record', () => {
  it('is said in a sentence, with when, what, why and the case', async () => {
    answers(answer(access));
    await renderApp('/profile/access', rosa());
    const shown = await entry('The portal’s support looked at your record');
    expect(shown.getByText('Nov 24, 2026, 12:01 PM')).toBeVisible();
    expect(shown.getByText('your name and your county')).toBeVisible();
    expect(shown.getByText('You asked for help')).toBeVisible();
    expect(shown.getByText('C-1')).toBeVisible();
    expect(shown.getByText('S-TFQ7HGL4MQ')).toBeVisible();
    expect(shown.queryByText(/people shown/)).not.toBeInTheDocument();
    expect(screen.getByText('That is everything that was written down.')).toBeVisible();
  });

  it.each([
    [{ call: 'GET /api/users/search', resultCount: 7 }, 'The portal’s support found you in a search'],
    [
      { call: 'POST /api/users/{id}/locks/{lock}/lift', kind: 'change' as const },
      'The portal’s support lifted a lock of yours',
    ],
    [{ call: 'POST /api/users/{id}/locks/{lock}/lift' }, 'The portal’s support looked at your record'],
    [
      { call: 'POST /api/users/{id}/reloaddashboard', kind: 'change' as const },
      'The portal’s support asked the agencies again for your dashboard',
    ],
    [
      { call: 'PUT /api/unknown', kind: 'change' as const },
      'The portal’s support changed something in your record',
    ],
    [{ role: 'admin' as const }, 'The portal’s administration looked at your record'],
    [
      { role: 'government' as const, agency: 'adot-mvd' },
      'Staff of Motor Vehicle Division looked at your record',
    ],
    [{ role: 'government' as const, agency: 'gone' }, 'Staff of gone looked at your record'],
  ])('names what was done: %j', async (changes, sentence) => {
    answers(answer({ ...access, ...changes }));
    await renderApp('/profile/access', rosa());
    await entry(sentence);
  });

  it('says that one was among several people', async () => {
    answers(answer({ ...access, resultCount: 7 }));
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText('You were one of 7 people shown.')).toBeVisible();
  });

  it('is nobody yet', async () => {
    answers(answer());
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText('Nobody has looked at your record')).toBeVisible();
  });

  it('cannot be read, and then can', async () => {
    server.use(
      http.get(`${origin}/api/profile/access`, () => new HttpResponse(null, { status: 400 }), { once: true }),
    );
    answers(answer(access));
    server.use(
      http.get(`${origin}/api/profile/access`, () => new HttpResponse(null, { status: 400 }), { once: true }),
    );
    await renderApp('/profile/access', rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await entry('The portal’s support looked at your record');
  });

  it('goes on to earlier ones, where the focus follows', async () => {
    server.use(
      http.get(`${origin}/api/profile/access`, ({ request }) => {
        const isLater = new URL(request.url).searchParams.get('nextToken') === 'n1';
        return HttpResponse.json(
          isLater
            ? answer({ ...access, role: 'admin' })
            : { items: [access], nextToken: 'n1', isLogReadable: true },
        );
      }),
    );
    await renderApp('/profile/access', rosa());
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier ones' }));
    const second = await screen.findByRole('heading', {
      name: 'The portal’s administration looked at your record',
    });
    await waitFor(() => expect(second).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Show earlier ones' })).not.toBeInTheDocument();
  });
});

describe('the proof of an entry', () => {
  const [proof] = sealed.proofs;
  const proved: Access = {
    ...access,
    call: 'GET /api/users/search',
    fields: ['name'],
    proof: proof as NonNullable<Access['proof']>,
  };
  const published = () =>
    server.use(
      http.get(`${origin}/.well-known/access-log/*`, ({ request }) => {
        const name = new URL(request.url).pathname.replace('/.well-known/access-log/', '');
        const { checkpoints, tiles, publicKey } = sealed as unknown as {
          checkpoints: Record<string, string>;
          tiles: Record<string, string>;
          publicKey: string;
        };
        const text =
          name === 'public-key'
            ? publicKey
            : name === 'checkpoint'
              ? checkpoints['300']
              : checkpoints[name.replace('checkpoints/', '')];
        if (text !== undefined) return HttpResponse.text(text);
        const tile = tiles[name];
        return tile === undefined
          ? new HttpResponse(null, { status: 404 })
          : HttpResponse.arrayBuffer(Uint8Array.from(atob(tile), (letter) => letter.charCodeAt(0)).buffer);
      }),
    );

  it('is checked in the browser', async () => {
    published();
    answers(answer(proved));
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText(/^Checked in your browser/)).toBeVisible();
  });

  it.each([
    ['another purpose', { purpose: 'complaint' }],
    ['another case', { caseNumber: 'C-2' }],
    ['less that was seen', { fields: [] }],
    ['another moment', { at: '2026-11-24T19:01:01Z' }],
  ] as const)('is refused to an entry with %s', async (_what, changes) => {
    published();
    answers(answer({ ...proved, ...changes } as Access));
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText(/does not match the sealed log/)).toBeVisible();
  });

  it('waits for the seal', async () => {
    answers(answer(access));
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText('Is sealed within a minute')).toBeVisible();
  });

  it('cannot wait for a seal that the portal cannot read', async () => {
    answers({ ...answer(access), isLogReadable: false });
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText('Could not be checked right now')).toBeVisible();
  });

  it('says when the log is out of reach', async () => {
    server.use(http.get(`${origin}/.well-known/access-log/*`, () => new HttpResponse(null, { status: 503 })));
    answers(answer(proved));
    await renderApp('/profile/access', rosa());
    expect(await screen.findByText('Could not be checked right now')).toBeVisible();
  });
});
