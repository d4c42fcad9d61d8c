import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import sealed from '@/lib/accessLog/sealedLog.json';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Access, AccessPage } from './api';

const access: Access = {
  number: 1,
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
const buildPage = (...items: Access[]): AccessPage => ({
  items,
  nextToken: null,
  isLogReadable: true,
});
const servePage = (page: AccessPage) =>
  server.use(http.get(`${origin}/api/profile/access`, () => HttpResponse.json(page)));
const findEntry = async (name: string) => {
  const title = await screen.findByRole('heading', { level: 3, name });
  return within(title.closest('li') as HTMLElement);
};

beforeEach(() => {
  server.use(
    http.get(`${origin}/.well-known/access-log/*`, () => new HttpResponse(null, { status: 404 })),
    http.get(`${origin}/api/subscriptions/agencyservice`, () =>
      HttpResponse.json({ items: [{ id: 's', agency: { id: 'adot-mvd', name: 'Motor Vehicle Division' } }] }),
    ),
  );
});

describe('the access log', () => {
  it('describes each access with its time, action, reason and case', async () => {
    servePage(buildPage(access));
    await renderApp('/profile/access', createAccount());
    const shown = await findEntry('Viewed: your name and your county');
    expect(shown.getByText('Nov 24, 2026, 12:01 PM')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'You asked for help · Case C-1' })).toBeVisible();
    expect(screen.getByText('Portal support · Staff number S-TFQ7HGL4MQ')).toBeVisible();
    expect(shown.queryByText(/people shown/)).not.toBeInTheDocument();
    expect(await screen.findByText(/^Entry 1 is the only one\./)).toBeVisible();
    expect(screen.getByText(/^We could not check the number of 1 entry\./)).toBeVisible();
  });

  it.each([
    [{ call: 'GET /api/users/search', resultCount: 7 }, 'Portal support found you in a search'],
    [
      { call: 'POST /api/users/{id}/locks/{lock}/lift', kind: 'change' as const },
      'Portal support ended your lockout',
    ],
    [
      { call: 'POST /api/users/{id}/contact/{channel}/allow', kind: 'change' as const },
      'Portal support allowed a change to your contact address',
    ],
    [{ call: 'POST /api/users/{id}/locks/{lock}/lift' }, 'Viewed: your name and your county'],
    [{ fields: [] }, 'Portal support viewed your record'],
    [
      { call: 'POST /api/users/{id}/reloaddashboard', kind: 'change' as const },
      'Portal support reloaded your dashboard',
    ],
    [{ call: 'PUT /api/unknown', kind: 'change' as const }, 'Portal support changed your record'],
  ])('describes the action: %j', async (changes, sentence) => {
    servePage(buildPage({ ...access, ...changes }));
    await renderApp('/profile/access', createAccount());
    await findEntry(sentence);
  });

  it.each([
    [{ role: 'admin' as const }, 'Portal administration'],
    [{ role: 'government' as const, agency: 'adot-mvd' }, 'Staff at Motor Vehicle Division'],
    [{ role: 'government' as const, agency: 'gone' }, 'Staff at gone'],
  ])('names the staff: %j', async (changes, who) => {
    servePage(buildPage({ ...access, ...changes }));
    await renderApp('/profile/access', createAccount());
    expect(await screen.findByText(`${who} · Staff number S-TFQ7HGL4MQ`)).toBeVisible();
  });

  it('folds all but the newest three entries of a case', async () => {
    servePage(buildPage(...[5, 4, 3, 2, 1].map((number) => ({ ...access, number }))));
    await renderApp('/profile/access', createAccount());
    expect(await screen.findByText(/Entry 3$/)).toBeVisible();
    expect(screen.getByText(/Entry 2$/)).not.toBeVisible();
    await userEvent.click(screen.getByText('2 earlier entries'));
    expect(screen.getByText(/Entry 1$/)).toBeVisible();
  });

  it('says that the record was one of several results', async () => {
    servePage(buildPage({ ...access, resultCount: 7 }));
    await renderApp('/profile/access', createAccount());
    expect(await screen.findByText('You were one of 7 people shown.')).toBeVisible();
  });

  it('groups each case in a row in one card, with a link to write to the privacy officer', async () => {
    const search = { ...access, number: 3, call: 'GET /api/users/search' };
    servePage(buildPage(search, { ...access, number: 2 }, { ...access, caseNumber: 'C-0 <b>&' }));
    await renderApp('/profile/access', createAccount());
    await findEntry('Portal support found you in a search');
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual(['You asked for help · Case C-1', 'You asked for help · Case C-0 <b>&']);
    const letters = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Ask the privacy officer/ });
    const [first, second] = letters.map(({ href }) => new URL(href).searchParams);
    expect(first?.get('body')).toContain('3. Nov 24, 2026, 12:01 PM: Portal support found you in a search');
    expect(first?.get('body')).toContain('Staff number: S-TFQ7HGL4MQ');
    expect(second?.get('subject')).toBe('Question about case C-0 <b>&');
  });

  it('shows a text when nobody has accessed the record', async () => {
    servePage(buildPage());
    await renderApp('/profile/access', createAccount());
    expect(await screen.findByText('No one has viewed your record')).toBeVisible();
  });

  it('loads again after a failure', async () => {
    server.use(
      http.get(`${origin}/api/profile/access`, () => new HttpResponse(null, { status: 400 }), { once: true }),
    );
    servePage(buildPage(access));
    server.use(
      http.get(`${origin}/api/profile/access`, () => new HttpResponse(null, { status: 400 }), { once: true }),
    );
    await renderApp('/profile/access', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await findEntry('Viewed: your name and your county');
  });

  it('shows earlier entries and moves the focus to the first one', async () => {
    server.use(
      http.get(`${origin}/api/profile/access`, ({ request }) => {
        const isLater = new URL(request.url).searchParams.get('nextToken') === 'n1';
        return HttpResponse.json(
          isLater
            ? buildPage({ ...access, fields: [] })
            : { ...buildPage(...[4, 3, 2].map((number) => ({ ...access, number }))), nextToken: 'n1' },
        );
      }),
    );
    await renderApp('/profile/access', createAccount());
    await userEvent.click(await screen.findByRole('button', { name: 'Show earlier entries' }));
    const next = await screen.findByRole('heading', { level: 3, name: 'Portal support viewed your record' });
    await waitFor(() => expect(next).toHaveFocus());
    // The case of the first page continues: its fourth entry would be folded.
    expect(next).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Show earlier entries' })).not.toBeInTheDocument();
    expect(await screen.findByText(/^Entries 1 to 4 are all here\./)).toBeVisible();
    expect(screen.getByText(/^We could not check the numbers of 4 entries\./)).toBeVisible();
  });
});

/** The person in the sealed records of the fixture. */
const buildSealedRosa = () => ({ ...createAccount(), id: 'rosa' });

/** Returns an entry as sealed in the fixture. */
const buildProvedEntry = (number: number): Access => ({
  ...access,
  number,
  at: new Date(Date.UTC(2026, 10, 24, 19, number)).toISOString(),
  caseNumber: `C-${number}`,
  call: 'GET /api/users/search',
  fields: ['name'],
  proof: sealed.proofs.find(({ leafIndex }) => leafIndex === 2 * number - 1) as Access['proof'],
});
const servePublishedLog = () =>
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

describe('the numbers of the entries', () => {
  const buildNumbered = (...numbers: number[]) => numbers.map((number) => ({ ...access, number }));
  const findList = () => screen.findByRole('list', { name: 'Access log, newest first' });
  const listTexts = async () =>
    within(await findList())
      .getAllByRole('heading', { name: /^Entr|^Viewed/ })
      .map((heading) => heading.textContent);
  const looked = 'Viewed: your name and your county';
  const queryAllIsWell = () => screen.queryByText(/are all here|the only one/);

  it.each<[string, number[], string[]]>([
    ['one in the middle', [4, 2, 1], [looked, 'Entry 3 is missing', looked, looked]],
    ['several', [5, 1], [looked, 'Entries 2 to 4 are missing', looked]],
    ['the first', [3, 2], [looked, looked, 'Entry 1 is missing']],
    ['none, and one comes twice', [2, 2, 1], [looked, 'Entry 2 is out of order', looked, looked]],
  ])('reveal a missing entry: %s', async (_case, numbers, headings) => {
    servePage(buildPage(...buildNumbered(...numbers)));
    await renderApp('/profile/access', createAccount());
    expect(await listTexts()).toEqual(headings);
    expect(queryAllIsWell()).not.toBeInTheDocument();
  });

  it('report no gap before entries that are not loaded yet', async () => {
    servePage({ ...buildPage(...buildNumbered(7, 6)), nextToken: 'n1' });
    await renderApp('/profile/access', createAccount());
    expect(await listTexts()).toEqual([looked, looked]);
    expect(queryAllIsWell()).not.toBeInTheDocument();
  });

  const seeTwoEntries = async () => {
    servePublishedLog();
    servePage(buildPage(buildProvedEntry(2), buildProvedEntry(1)));
    const account = buildSealedRosa();
    const { unmount } = await renderApp('/profile/access', account);
    await waitFor(() => expect(screen.getAllByText(/^Checked in your browser/)).toHaveLength(2));
    expect(queryAllIsWell()?.closest('p')).toHaveTextContent(
      /^Entries 1 to 2 are all here\. Each entry number has a proof\./,
    );
    unmount();
    return account;
  };

  it.each<[string, Access[], string]>([
    ['the newest', [buildProvedEntry(1)], 'Entry 2 is missing'],
    ['all', [], 'Entries 1 to 2 are missing'],
  ])('are compared with what this browser saw before: %s', async (_case, items, heading) => {
    const account = await seeTwoEntries();
    servePage(buildPage(...items));
    await renderApp('/profile/access', account);
    expect(await screen.findByRole('heading', { level: 2, name: heading })).toBeVisible();
    expect(screen.getByText(/This browser saw entry 2 in the sealed log before/)).toBeVisible();
    expect(screen.queryByText('No one has viewed your record')).not.toBeInTheDocument();
    expect(queryAllIsWell()).not.toBeInTheDocument();
  });

  it('are not stored before they are sealed', async () => {
    const account = createAccount();
    servePage(buildPage(...buildNumbered(2, 1)));
    const { unmount } = await renderApp('/profile/access', account);
    expect(await listTexts()).toEqual([looked, looked]);
    unmount();
    servePage(buildPage(...buildNumbered(1)));
    await renderApp('/profile/access', account);
    expect(await listTexts()).toEqual([looked]);
    await waitFor(() => expect(queryAllIsWell()).toBeVisible());
  });
});

describe('the proof of an entry', () => {
  const proved = buildProvedEntry(1);

  it('is checked in the browser', async () => {
    servePublishedLog();
    servePage(buildPage(proved));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText(/^Checked in your browser/)).toBeVisible();
  });

  it.each([
    ['another purpose', { purpose: 'complaint' }],
    ['another case', { caseNumber: 'C-2' }],
    ['less that was seen', { fields: [] }],
    ['another number', { number: 2 }],
    ['another moment', { at: '2026-11-24T19:01:01Z' }],
  ] as const)('is refused to an entry with %s', async (_what, changes) => {
    servePublishedLog();
    servePage(buildPage({ ...proved, ...changes } as Access));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText(/does not match the sealed log/)).toBeVisible();
  });

  it.each([
    [9, 'Proof available in about a minute'],
    [11, 'Could not be checked right now'],
  ])('waits for the seal for ten minutes: %i minutes', async (minutes, words) => {
    servePage(buildPage({ ...access, at: new Date(Date.now() - minutes * 60_000).toISOString() }));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('fails for a seal that the portal cannot read', async () => {
    servePage({ ...buildPage(access), isLogReadable: false });
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText('Could not be checked right now')).toBeVisible();
  });

  const refuseLog = () =>
    server.use(http.get(`${origin}/.well-known/access-log/*`, () => new HttpResponse(null, { status: 503 })));

  it('reports that the log is unreachable', async () => {
    refuseLog();
    servePage(buildPage(proved));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText('Could not be checked right now')).toBeVisible();
  });

  it.each<[string, () => void, Access[], string]>([
    [
      'the log is out of reach',
      refuseLog,
      [buildProvedEntry(2), proved],
      'We could not check the numbers of 2 entries.',
    ],
    [
      'one entry is not sealed',
      servePublishedLog,
      [{ ...access, number: 2 }, proved],
      'We could not check the number of 1 entry.',
    ],
  ])('is shown only for checked numbers: %s', async (_case, prepare, items, claim) => {
    prepare();
    servePage(buildPage(...items));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText(/^Entries 1 to 2 are all here\./)).toBeVisible();
    await waitFor(() => expect(screen.getByText(/all here/).closest('p')).toHaveTextContent(claim));
    expect(screen.queryByText(/Each number is part of a proof/)).not.toBeInTheDocument();
  });

  it('is incomplete when one proof fails', async () => {
    servePublishedLog();
    servePage(buildPage(buildProvedEntry(2), { ...proved, caseNumber: 'C-2' }));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText(/does not match the sealed log/)).toBeVisible();
    expect(screen.queryByText(/are all here/)).not.toBeInTheDocument();
  });

  it('is not shown during the check', async () => {
    server.use(http.get(`${origin}/.well-known/access-log/*`, () => new Promise<never>(() => undefined)));
    servePage(buildPage({ ...access, number: 2 }, proved));
    await renderApp('/profile/access', buildSealedRosa());
    expect(await screen.findByText('Checking in your browser…')).toBeVisible();
    expect(await screen.findByText(/all here/)).not.toHaveTextContent(/proof/);
  });
});
