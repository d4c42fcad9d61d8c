import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStoredLog } from '@/lib/accessLog/storedLog';
import exchanged from '@/lib/accessLog/exchangedLogs.json';
import { type AccessProof, SealedLog } from '@/lib/accessLog/sealedLog';
import { getSession } from '@/lib/auth/session';
import { renderApp, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import type { Access } from './api';

interface Log {
  publicKey: string;
  checkpoints: Record<string, string>;
  tiles: Record<string, string>;
  keyChanges?: string[];
  proofs: Record<string, AccessProof[]>;
}

const logs = exchanged.logs as unknown as Record<keyof typeof exchanged.logs, Log>;
const size = 21;
const numbers = [7, 6, 5, 4, 3, 2, 1];
const buildAccount = () => ({ ...createAccount(), id: 'rosa' });

function assertKnown<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The fixture lacks something');
  return value;
}

interface SealedRecord {
  accessed_at: string;
  staff_number: string;
  number: number;
  role: Access['role'];
  agency_id: string | null;
  purpose: Access['purpose'];
  case_number: string;
  kind: Access['kind'];
  call: string;
  fields: Access['fields'];
  result_count: number;
  person_number: number | null;
}

/** Builds the line of an access in the log: of the staff member, of Rosa or of Ben. */
function buildEntry(
  number: number,
  line: 'staff' | 'rosa' | 'ben' = 'rosa',
  log = logs.true,
  at = size,
): Access {
  const place = 3 * (number - 1) + ['staff', 'rosa', 'ben'].indexOf(line);
  const proof = assertKnown(assertKnown(log.proofs[at]).find(({ leafIndex }) => leafIndex === place));
  const record = JSON.parse(proof.record) as SealedRecord;
  return {
    number: record.person_number ?? record.number,
    at: record.accessed_at,
    staffNumber: record.staff_number,
    role: record.role,
    agency: record.agency_id,
    purpose: record.purpose,
    caseNumber: record.case_number,
    kind: record.kind,
    call: record.call,
    fields: record.fields,
    resultCount: record.result_count,
    proof,
  };
}

const listEntries = (log = logs.true, at = size) =>
  numbers.filter((number) => 3 * number <= at).map((number) => buildEntry(number, 'rosa', log, at));

/** Serves a log with this newest checkpoint, and the entries of Rosa's page. */
function serve(items: Access[], log: Log = logs.true, newest: number | string = size) {
  server.use(
    http.get(`${origin}/api/profile/access`, () =>
      HttpResponse.json({ items, nextToken: null, isLogReadable: true }),
    ),
    http.get(`${origin}/.well-known/access-log/*`, ({ request }) => {
      const name = new URL(request.url).pathname.replace('/.well-known/access-log/', '');
      const { publicKey, checkpoints, tiles, keyChanges = [] } = log;
      const texts: Record<string, string | undefined> = {
        'public-key': `${publicKey}\n`,
        checkpoint: typeof newest === 'string' ? newest : checkpoints[newest],
        ...Object.fromEntries(keyChanges.map((note, index) => [`key-changes/${index + 1}`, note])),
      };
      const text = texts[name] ?? checkpoints[name.replace('checkpoints/', '')];
      if (text !== undefined) return HttpResponse.text(text);
      const tile = tiles[name];
      return tile === undefined
        ? new HttpResponse(null, { status: 404 })
        : HttpResponse.arrayBuffer(Uint8Array.from(atob(tile), (letter) => letter.charCodeAt(0)).buffer);
    }),
  );
}

async function openPage(prepare: () => void) {
  prepare();
  return renderApp('/profile/access', buildAccount());
}

/** Opens the page with the true log, so that this browser stores it. */
async function openTrueLog() {
  const { unmount } = await openPage(() => serve(listEntries()));
  await screen.findByText(claim);
  unmount();
}

const { keys, notes, checkpoints: later } = exchanged.keyChanges;

/** The true log after a planned change to the second key, which signs from 16 leaves on. */
const changed: Log = {
  ...logs.true,
  keyChanges: [notes.toSecond],
  checkpoints: { ...logs.true.checkpoints, 21: later.second[21], 24: later.second[24] },
};

/** The log after another change, to the third key, which signs from 22 leaves on. */
const changedAgain: Log = {
  ...changed,
  keyChanges: [notes.toSecond, notes.toThird],
  checkpoints: { ...changed.checkpoints, 24: later.third[24] },
};

/** Opens the page until a log is proved, so that this browser stores it. */
async function openProvedLog(log: Log, at: number) {
  const { unmount } = await openPage(() => serve(listEntries(logs.true, at), log, at));
  await screen.findByText(claim);
  unmount();
}

const keyChanged = 'The key of the access log changed';
const exchangedLog = 'This is not the log that this browser saw before';
const behind = 'The log ends earlier than before';
const claim = /Each entry number has a proof/;
const refused = 'Not proved: see the message at the top';
const expectNoClaim = () => {
  expect(screen.queryByText(claim)).not.toBeInTheDocument();
  expect(screen.queryByText(/are all here/)).not.toBeInTheDocument();
};
const waitUntilChecked = () =>
  waitFor(() => expect(screen.queryByText('Checking in your browser…')).not.toBeInTheDocument());

describe('the true log', () => {
  it('is proved on the first visit and later ones', async () => {
    await openTrueLog();
    await openPage(() => serve(listEntries()));
    expect((await screen.findByText(claim)).closest('p')).toHaveTextContent('Entries 1 to 7 are all here.');
  });

  it('is proved after it grew', async () => {
    const { unmount } = await openPage(() => serve(listEntries(logs.true, 15), logs.true, 15));
    expect((await screen.findByText(claim)).closest('p')).toHaveTextContent('Entries 1 to 5 are all here.');
    unmount();
    await openPage(() => serve(listEntries()));
    expect((await screen.findByText(claim)).closest('p')).toHaveTextContent('Entries 1 to 7 are all here.');
  });

  it('is proved while the newest checkpoint is still an earlier one', async () => {
    await openTrueLog();
    await openPage(() => serve(listEntries(), logs.true, 15));
    expect(await screen.findByText(claim)).toBeVisible();
  });

  it('is stored without personal data', async () => {
    await openTrueLog();
    expect(readStoredLog()).toEqual({ key: logs.true.publicKey, checkpoint: logs.true.checkpoints[size] });
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('saguaro.access'));
    expect(kept).toHaveLength(2);
    const userId = assertKnown(exchanged.identities[0]).userId;
    for (const text of [...kept, ...kept.map((key) => localStorage.getItem(key))]) {
      expect(text).not.toMatch(new RegExp(`rosa|${userId}`));
    }
  });
});

describe('the stored log', () => {
  it('stays after signing out, for the next visit', async () => {
    const { unmount } = await openPage(() => serve(listEntries()));
    await screen.findByText(claim);
    await getSession().signOut();
    unmount();
    const shorter = await openPage(() => serve(listEntries().slice(1)));
    expect(await screen.findByText('Entry 7 is missing')).toBeVisible();
    shorter.unmount();
    await openPage(() => serve(listEntries(logs.otherKey), logs.otherKey));
    expect(await screen.findByRole('heading', { name: keyChanged })).toBeVisible();
  });

  it.each(['', '{', 'null', '{"key":1}'])('is replaced when it is unreadable: %j', async (text) => {
    localStorage.setItem('saguaro.accessLog', text);
    await openPage(() => serve(listEntries()));
    expect(await screen.findByText(claim)).toBeVisible();
    expect(readStoredLog()?.key).toBe(logs.true.publicKey);
  });

  it('is another log when its checkpoint is damaged', async () => {
    const { publicKey: key } = logs.true;
    localStorage.setItem('saguaro.accessLog', JSON.stringify({ key, checkpoint: 'damaged' }));
    await openPage(() => serve(listEntries()));
    expect(await screen.findByRole('heading', { name: exchangedLog })).toBeVisible();
    expectNoClaim();
  });

  it('is not read for the next person who signs in', async () => {
    await openTrueLog();
    serve([]);
    await renderApp('/profile/access', createAccount());
    expect(await screen.findByText('No one has viewed your record')).toBeVisible();
  });
});

describe.each(numbers)('entry %i', (number) => {
  const change = (to: (own: Access) => Access) =>
    listEntries().map((own) => (own.number === number ? to(own) : own));

  it.each<[string, () => Access[], RegExp]>([
    ["another person's line", () => change(() => buildEntry(number, 'ben')), /has this under another person/],
    [
      "a staff member's line",
      () => change(() => buildEntry(number, 'staff')),
      /does not match the sealed log/,
    ],
    [
      'another own line under its number',
      () => change((own) => ({ ...buildEntry((number % 7) + 1), number: own.number })),
      /does not match the sealed log/,
    ],
    [
      'the proof of another own line',
      () => change((own) => ({ ...own, proof: buildEntry((number % 7) + 1).proof })),
      /does not match the sealed log/,
    ],
    [
      'the place of another own line',
      () =>
        change((own) => ({
          ...own,
          proof: {
            ...assertKnown(own.proof ?? undefined),
            leafIndex: assertKnown(buildEntry((number % 7) + 1).proof ?? undefined).leafIndex,
          },
        })),
      /does not match the sealed log/,
    ],
    ...(
      [
        { at: '2026-11-24T18:00:00Z' },
        { staffNumber: 'S-AAAAAAAAAA' },
        { role: 'admin' },
        { agency: 'adot-mvd' },
        { purpose: 'complaint' },
        { caseNumber: 'C-99' },
        { kind: 'change' },
        { call: 'GET /api/users/{id}' },
        { fields: [] },
        { resultCount: 1 },
      ] as Partial<Access>[]
    ).map((fields): [string, () => Access[], RegExp] => [
      `another ${Object.keys(fields).join()}`,
      () => change((own) => ({ ...own, ...fields })),
      /does not match the sealed log/,
    ]),
  ])('is not proved with %s', async (_, items, words) => {
    await openPage(() => serve(items()));
    expect(await screen.findByText(words)).toBeInTheDocument();
    await waitUntilChecked();
    expect(screen.getAllByText(words)).toHaveLength(1);
    expectNoClaim();
  });

  it('is missed', async () => {
    await openTrueLog();
    await openPage(() => serve(listEntries().filter((own) => own.number !== number)));
    expect(await screen.findByText(`Entry ${number} is missing`)).toBeVisible();
    expectNoClaim();
  });

  const next = (number % 7) + 1;
  it(`is out of order in the place of entry ${next}`, async () => {
    const swapped = new Map([
      [number, next],
      [next, number],
    ]);
    await openPage(() =>
      serve(listEntries().map((own) => buildEntry(swapped.get(own.number) ?? own.number))),
    );
    expect(
      (await screen.findAllByRole('heading', { name: /is missing|are missing|out of order/ })).length,
    ).toBeGreaterThan(0);
    expectNoClaim();
  });
});

describe('all lines of another person', () => {
  it('are not proved', async () => {
    await openPage(() => serve(numbers.map((number) => buildEntry(number, 'ben'))));
    await waitFor(() => expect(screen.getAllByText(/has this under another person/)).toHaveLength(7));
    expectNoClaim();
  });
});

describe('a planned change of the key', () => {
  it.each<[string, () => Promise<void>]>([
    ['keeps nothing', () => Promise.resolve()],
    ['keeps the first key', () => openProvedLog(logs.true, 15)],
    ['keeps the second key', () => openProvedLog(changed, 21)],
  ])('is accepted by a browser that %s', async (_, prepare) => {
    await prepare();
    await openPage(() => serve([], changedAgain, 24));
    await waitFor(() => expect(readStoredLog()).toEqual({ key: keys.third, checkpoint: later.third[24] }));
    expect(screen.queryByRole('heading', { name: keyChanged })).not.toBeInTheDocument();
  });

  it('is stored without a longer log', async () => {
    await openProvedLog(logs.true, 15);
    await openProvedLog({ ...logs.true, keyChanges: [notes.toSecond] }, 15);
    expect(readStoredLog()).toEqual({ key: keys.second, checkpoint: logs.true.checkpoints[15] });
  });

  it('leaves earlier checkpoints to the key of their time', async () => {
    await openPage(() => serve(listEntries(logs.true, 15), changedAgain, 24));
    expect(await screen.findByText(claim)).toBeVisible();
  });

  it('is followed by a page that was open before it', async () => {
    serve([], logs.true, 15);
    const log = new SealedLog();
    await log.open();
    const proof = assertKnown(buildEntry(7).proof ?? undefined);
    serve([], changed, 21);
    await expect(log.verify(proof)).resolves.toMatchObject({ case_number: 'C-7' });
  });

  it('is followed by a tab beside one that followed it', async () => {
    serve([], logs.true, 15);
    const stale = new SealedLog();
    await stale.open();
    await openProvedLog({ ...logs.true, keyChanges: [notes.toSecond] }, 15);
    serve([], changed, 21);
    await expect(
      stale.verify(assertKnown(buildEntry(3, 'rosa', logs.true, 15).proof ?? undefined)),
    ).resolves.toBeTruthy();
  });

  it('is unknown while its note cannot be fetched', async () => {
    await openProvedLog(changed, 21);
    serve(listEntries(), changed, 21);
    server.use(
      http.get(
        `${origin}/.well-known/access-log/key-changes/1`,
        () => new HttpResponse(null, { status: 500 }),
      ),
    );
    await renderApp('/profile/access', buildAccount());
    expect(await screen.findByText(/We could not check the numbers of 7 entries/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: keyChanged })).not.toBeInTheDocument();
  });

  it.each<[string, Log, Partial<Log>]>([
    ['by another key', logs.true, { keyChanges: [notes.toSecondByOther] }],
    ['by a later key', logs.true, { keyChanges: [notes.toThird] }],
    ['before the kept log', logs.true, { keyChanges: [notes.toSecondTooEarly] }],
    ['that is no note', logs.true, { keyChanges: ['damaged'] }],
    ['that is a checkpoint', logs.true, { keyChanges: [assertKnown(logs.true.checkpoints[15])] }],
    ['with another size', logs.true, { keyChanges: [notes.toSecond.replace('\n16\n', '\n24\n')] }],
    ['that is cut off', changed, { keyChanges: [] }],
    ['to another key than before', changed, { keyChanges: [notes.toThirdFromFirst] }],
    ['back to the first key', changed, { keyChanges: [notes.toSecond, notes.backToFirst] }],
    ['back in size', changed, { keyChanges: [notes.toSecond, notes.toThirdBackwards] }],
    ['twice to the same key', changed, { keyChanges: [notes.toSecond, notes.toSecond] }],
    ['in another order', changedAgain, { keyChanges: [notes.toThird, notes.toSecond] }],
    ['whose first key is another one', changed, { publicKey: logs.otherKey.publicKey }],
    ['whose first key is the second one', changed, { publicKey: keys.second }],
  ])('%s is reported as a changed key', async (_, before, lie) => {
    const at = before === logs.true ? 15 : 21;
    await openProvedLog(before, at);
    const kept = readStoredLog();
    await openPage(() => serve(listEntries(logs.true, at), { ...before, ...lie }, at));
    expect(await screen.findByRole('heading', { name: keyChanged })).toBeVisible();
    expectNoClaim();
    expect(readStoredLog()).toEqual(kept);
  });

  it.each<[string, Log, number]>([
    ['the former key after the change', { ...logs.true, keyChanges: [notes.toSecond] }, 21],
    ['the new key without the change', { ...changed, keyChanges: [] }, 21],
    ['the new key before the change', { ...changed, checkpoints: later.second }, 15],
  ])('does not prove a checkpoint of %s', async (_, log, at) => {
    await openPage(() => serve(listEntries(logs.true, at), log, at));
    expect(await screen.findByRole('heading', { name: /The log is not signed/ })).toBeVisible();
    expectNoClaim();
    expect(readStoredLog()).toBeNull();
  });
});

describe('a server that showed the true log', () => {
  beforeEach(openTrueLog);

  it.each<[string, () => void, string]>([
    ['the same log under another key', () => serve(listEntries(logs.otherKey), logs.otherKey), keyChanged],
    [
      'a rewritten log under another key',
      () => serve(listEntries(logs.rewrittenUnderOtherKey), logs.rewrittenUnderOtherKey),
      keyChanged,
    ],
    [
      'a rewritten log under the same key',
      () => serve(listEntries(logs.rewritten), logs.rewritten),
      exchangedLog,
    ],
    [
      'a rewritten log for one entry alone',
      () =>
        serve(
          listEntries().map((own) => (own.number === 5 ? buildEntry(5, 'rosa', logs.rewritten) : own)),
          {
            ...logs.true,
            checkpoints: { ...logs.true.checkpoints, 21: assertKnown(logs.rewritten.checkpoints[21]) },
          },
          assertKnown(logs.true.checkpoints[21]),
        ),
      exchangedLog,
    ],
    ['a longer log that is rewritten', () => serve([], logs.rewritten, 24), exchangedLog],
    ['an earlier log that is rewritten', () => serve([], logs.rewritten, 15), exchangedLog],
    ['an earlier log', () => serve(listEntries(logs.true, 15), logs.true, 15), behind],
    ['no entries in a log of no lines', () => serve([], logs.true, 0), behind],
  ])('shows %s', async (_, prepare, heading) => {
    await openPage(prepare);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    await waitUntilChecked();
    expect(screen.queryByText(/Checked in your browser/)).not.toBeInTheDocument();
    expectNoClaim();
  });

  it('is not proved by entries without a log', async () => {
    await openPage(() =>
      serve(
        listEntries(),
        { ...logs.true, tiles: {}, checkpoints: {} },
        assertKnown(logs.true.checkpoints[21]),
      ),
    );
    expect(await screen.findByText(/We could not check the numbers of 7 entries/)).toBeVisible();
    expect(screen.queryByText(claim)).not.toBeInTheDocument();
  });

  it('shows at each entry that it is not proved', async () => {
    await openPage(() => serve(listEntries(logs.rewritten), logs.rewritten));
    await waitFor(() => expect(screen.getAllByText(refused)).toHaveLength(7));
  });

  it('is trusted after the person confirms it', async () => {
    await openPage(() => serve(listEntries(logs.rewrittenUnderOtherKey), logs.rewrittenUnderOtherKey));
    await userEvent.click(await screen.findByRole('button', { name: 'Trust the new log' }));
    expect(await screen.findByText(claim)).toBeVisible();
    expect(screen.queryByRole('heading', { name: keyChanged })).not.toBeInTheDocument();
    expect(readStoredLog()?.key).toBe(logs.otherKey.publicKey);
  });
});

describe('a log on the first visit', () => {
  it('is not proved without a signature of its key', async () => {
    await openPage(() => serve(listEntries(), logs.true, assertKnown(logs.otherKey.checkpoints[21])));
    expect(await screen.findByRole('heading', { name: 'The log is not signed with its key' })).toBeVisible();
    expectNoClaim();
  });

  it('without lines has no entries', async () => {
    await openPage(() => serve([], logs.true, 0));
    expect(await screen.findByText('No one has viewed your record')).toBeVisible();
    expect(screen.queryByRole('heading', { name: /log/ })).not.toBeInTheDocument();
  });

  it('without lines cannot have entries that contradict each other', async () => {
    const [first, ...others] = listEntries(logs.rewritten);
    const fork = { ...assertKnown(first), proof: buildEntry(7, 'rosa', logs.rewritten).proof };
    await openPage(() =>
      serve(
        [buildEntry(7, 'rosa', logs.true, 24), fork, ...others],
        {
          ...logs.true,
          checkpoints: { ...logs.true.checkpoints, 21: assertKnown(logs.rewritten.checkpoints[21]) },
        },
        0,
      ),
    );
    expect(await screen.findByRole('heading', { name: exchangedLog })).toBeVisible();
    expectNoClaim();
  });

  it('has no checkpoint of a size that does not exist yet', async () => {
    const items = listEntries().map((own) => ({
      ...own,
      proof: { ...assertKnown(own.proof ?? undefined), treeSize: 22 },
    }));
    await openPage(() => serve(items));
    expect(await screen.findByText(/We could not check the numbers of 7 entries/)).toBeVisible();
    expect(screen.queryByText(claim)).not.toBeInTheDocument();
  });
});

describe('two tabs that see different logs', () => {
  it('store the longer one, and the later tab reports the difference', async () => {
    const tab = await openPage(() => serve(listEntries(logs.true, 24), logs.true, 24));
    expect(await screen.findAllByText(/Checked in your browser/)).not.toHaveLength(0);
    tab.unmount();
    const kept = readStoredLog();
    const stale = await openPage(() => serve(listEntries()));
    expect(await screen.findByRole('heading', { name: behind })).toBeVisible();
    expect(readStoredLog()).toEqual(kept);
    stale.unmount();
    await openPage(() => serve(listEntries(logs.rewritten), logs.rewritten));
    expect(await screen.findByRole('heading', { name: exchangedLog })).toBeVisible();
    expect(readStoredLog()).toEqual(kept);
  });

  it('report the difference when both open for the first time', async () => {
    serve(listEntries());
    let isFirst = true;
    server.use(
      http.get(`${origin}/.well-known/access-log/checkpoint`, () => {
        // While this tab waits for its checkpoint, another tab stores that of another log.
        if (isFirst) {
          isFirst = false;
          localStorage.setItem(
            'saguaro.accessLog',
            JSON.stringify({ key: logs.rewritten.publicKey, checkpoint: logs.rewritten.checkpoints[21] }),
          );
        }
        return HttpResponse.text(assertKnown(logs.true.checkpoints[21]));
      }),
    );
    await renderApp('/profile/access', buildAccount());
    expect(await screen.findByRole('heading', { name: exchangedLog })).toBeVisible();
  });
});
