import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/errors';
import * as session from '@/lib/auth/session';
import type { Account } from '@/lib/auth/port';
import { createQuestion } from '@/testing/questions';
import * as api from './api';
import type { Answers } from './form';
import { pauseMilliseconds, retryMilliseconds, useAnswers } from './useAnswers';

const fields = ['name', 'city'].map((name) => createQuestion(name));
const agency = { id: 'azcc', name: 'the Commission' };
const owed: api.Owed = { fees: [], amount: '0.00', isComplete: true, requested: null };

const start: api.Application = {
  id: 'a1',
  formId: 'azcc-entity-x',
  formName: 'Articles',
  agency,
  businessId: 'b1',
  businessName: 'Ocotillo LLC',
  role: 'owner',
  state: 'draft',
  nextActor: 'applicant',
  since: '2026-11-20T17:00:00Z',
  due: null,
  createdAt: '2026-11-20T17:00:00Z',
  submittedAt: null,
  isDelivered: null,
  form: {
    id: 'azcc-entity-x',
    name: 'Articles',
    description: '',
    agency,
    serviceId: 'azcc-entity',
    entityTypes: [],
    fees: [],
    decisionBusinessDays: null,
    sections: [{ id: 'one', title: 'One', introduction: null, fields }],
    documents: [],
    declaration: '',
  },
  answers: { name: 'Rosa' },
  owed,
  revision: 1,
  savedAt: '2026-11-21T17:00:00Z',
  documents: [],
  history: [],
  agencyReference: null,
  canEdit: true,
  canWithdraw: true,
};

const account: Account = {
  id: 'rosa',
  issuer: 'https://identity.example.gov/pool',
  name: 'Rosa Delgado',
  givenName: '',
  familyName: '',
  email: 'rosa@example.com',
  groups: [],
};

type SaveBody = Parameters<typeof api.saveAnswers>[1];
type SaveReply = Awaited<ReturnType<typeof api.saveAnswers>>;

const accept = ({ revision }: SaveBody): SaveReply => ({
  revision: revision + 1,
  savedAt: start.savedAt,
  owed,
});
const networkError = new ApiError(0, 'network');

/** Renders the hook over a portal whose replies to saves the test decides. */
function renderAnswers(reply: (body: SaveBody) => SaveReply | Promise<SaveReply> = accept) {
  const sent: Answers[] = [];
  const bodies: SaveBody[] = [];
  vi.spyOn(api, 'saveAnswers').mockImplementation(async (_, body) => {
    bodies.push(body);
    sent.push(body.answers);
    return reply(body);
  });
  let application = start;
  const change = (changes: Partial<api.Application>) => {
    application = { ...application, ...changes };
    act(() => view.rerender(application));
    return Promise.resolve(application);
  };
  const view = renderHook((shown: api.Application) => useAnswers(shown, change), { initialProps: start });
  return {
    bodies,
    sent,
    change,
    unmount: view.unmount,
    current: () => view.result.current,
    revision: () => application.revision,
    type: (answers: Answers) => act(() => view.result.current.set(answers)),
    flush: () => act(() => view.result.current.flush()),
  };
}

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  vi.spyOn(session, 'useAccount').mockReturnValue(account);
});
afterEach(() => vi.useRealTimers());

describe('saving', () => {
  it('sends the last answers after a pause', async () => {
    const form = renderAnswers();
    form.type({ name: 'R' });
    await wait(pauseMilliseconds - 1);
    form.type({ name: 'Ro' });
    await wait(pauseMilliseconds - 1);
    expect(form.sent).toEqual([]);
    expect(form.current().state.kind).toBe('saving');
    await wait(1);
    expect(form.sent).toEqual([{ name: 'Ro' }]);
    expect(form.current().state.kind).toBe('saved');
    expect(form.revision()).toBe(2);
  });

  it('sends nothing when a change is taken back', async () => {
    const form = renderAnswers();
    form.type({ name: 'Ro' });
    form.type({ name: 'Rosa' });
    expect(form.current().state.kind).toBe('saved');
    await wait(60_000);
    expect(form.sent).toEqual([]);
  });

  it('sends one call at a time, and later changes after it', async () => {
    let arrive: () => void = () => undefined;
    const form = renderAnswers(async (body) => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return accept(body);
    });
    form.type({ name: 'A' });
    await wait(pauseMilliseconds);
    form.type({ name: 'B' });
    await wait(60_000);
    expect(form.sent).toHaveLength(1);
    arrive();
    await wait(pauseMilliseconds);
    expect(form.sent).toEqual([{ name: 'A' }, { name: 'B' }]);
    arrive();
    await wait(0);
    expect(form.current()).toMatchObject({ state: { kind: 'saved' }, reloads: 0, answers: { name: 'B' } });
    expect(form.revision()).toBe(3);
  });

  it('saves a change that is taken back while it is sent', async () => {
    let arrive: () => void = () => undefined;
    const form = renderAnswers(async (body) => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return accept(body);
    });
    form.type({ name: 'A' });
    await wait(pauseMilliseconds);
    form.type({ name: 'Rosa' });
    arrive();
    await wait(0);
    await wait(pauseMilliseconds);
    expect(form.sent).toEqual([{ name: 'A' }, { name: 'Rosa' }]);
  });

  it.each([
    networkError,
    new ApiError(401, 'sessionEnded'),
    new ApiError(429, 'status429'),
    new ApiError(503, 'status503'),
  ])('tries again after ever longer pauses: %s', async (error) => {
    let failures = 5;
    const form = renderAnswers((body) => {
      failures -= 1;
      if (failures >= 0) throw error;
      return accept(body);
    });
    form.type({ name: 'A' });
    await wait(pauseMilliseconds);
    expect(form.current().state).toEqual({ kind: 'retrying' });
    for (const pause of [...retryMilliseconds, 30_000]) {
      await wait(pause - 1);
      const before = form.sent.length;
      await wait(1);
      expect(form.sent).toHaveLength(before + 1);
    }
    expect(form.current().state.kind).toBe('saved');
  });

  it('does not repeat refused answers until they are changed', async () => {
    const form = renderAnswers((body) => {
      if (body.answers.name === 'bad') throw new ApiError(400, 'validation');
      return accept(body);
    });
    form.type({ name: 'bad' });
    await wait(120_000);
    expect(form.sent).toHaveLength(1);
    expect(form.current().state.kind).toBe('refused');
    form.type({ name: 'good' });
    expect(form.current().state.kind).toBe('saving');
    await wait(pauseMilliseconds);
    expect(form.current().state.kind).toBe('saved');
  });

  it('saves at once on request, and nothing after the draft was discarded', async () => {
    const form = renderAnswers();
    form.type({ name: 'A' });
    expect(await form.flush()).toBe(true);
    expect(form.sent).toHaveLength(1);
    act(() => form.current().discard());
    form.type({ name: 'B' });
    await wait(60_000);
    form.unmount();
    expect(form.sent).toHaveLength(1);
  });

  it('saves when the page is left', async () => {
    const form = renderAnswers();
    form.type({ name: 'A' });
    form.unmount();
    await wait(0);
    expect(form.sent).toEqual([{ name: 'A' }]);
  });
});

describe('a change by somebody else', () => {
  const refuseBefore = (revision: number) => (body: SaveBody) => {
    if (body.revision < revision) throw new ApiError(409, 'applicationChanged');
    return accept(body);
  };

  it('is loaded, and typed answers are saved on top of it', async () => {
    const form = renderAnswers(refuseBefore(7));
    const theirs = { ...start, answers: { name: 'Ben', city: 'Yuma' }, revision: 7 };
    vi.spyOn(api, 'getApplication').mockResolvedValue(theirs);
    form.type({ name: 'Eva' });
    expect(await form.flush()).toBe(false);
    expect(form.current()).toMatchObject({ reloads: 1, answers: { name: 'Eva', city: 'Yuma' } });
    await wait(pauseMilliseconds);
    expect(form.bodies.map(({ revision }) => revision)).toEqual([1, 7]);
    expect(form.sent.at(-1)).toEqual({ name: 'Eva', city: 'Yuma' });
    expect(form.current().state.kind).toBe('saved');
  });

  it('keeps a flush from succeeding that waits for the call that loads it', async () => {
    const form = renderAnswers(refuseBefore(7));
    const theirs = { ...start, answers: { name: 'Ben', city: 'Yuma' }, revision: 7 };
    vi.spyOn(api, 'getApplication').mockResolvedValue(theirs);
    form.type({ name: 'Eva' });
    await wait(pauseMilliseconds - 1);
    const [first, second] = await act(() => Promise.all([form.current().flush(), form.current().flush()]));
    expect([first, second]).toEqual([false, false]);
  });

  it('is no reload when the reply to a save was lost', async () => {
    const form = renderAnswers(refuseBefore(5));
    vi.spyOn(api, 'getApplication').mockResolvedValue({ ...start, answers: { name: 'Eva' }, revision: 5 });
    form.type({ name: 'Eva' });
    expect(await form.flush()).toBe(true);
    expect(form.current().reloads).toBe(0);
  });

  it('of documents alone is saved over at once', async () => {
    const form = renderAnswers(refuseBefore(5));
    vi.spyOn(api, 'getApplication').mockResolvedValue({ ...start, revision: 5 });
    form.type({ name: 'Eva' });
    expect(await form.flush()).toBe(true);
    expect(form.bodies.map(({ revision }) => revision)).toEqual([1, 5]);
    expect(form.current().reloads).toBe(0);
  });

  it('is shown when the application is read again', async () => {
    const form = renderAnswers();
    await form.change({ answers: { name: 'Ben' }, revision: 9 });
    expect(form.current()).toMatchObject({ answers: { name: 'Ben' }, reloads: 1, state: { kind: 'saved' } });
  });

  it('does not come back with an older reading', async () => {
    const form = renderAnswers();
    form.type({ name: 'A' });
    await form.flush();
    await form.change({ answers: { name: 'Rosa' }, revision: 1 });
    expect(form.current()).toMatchObject({ answers: { name: 'A' }, reloads: 0 });
  });
});

it('saves nothing while other work changes the revision', async () => {
  const form = renderAnswers();
  form.type({ name: 'A' });
  let finish: () => void = () => undefined;
  const work = form.current().runAlone(() => new Promise<void>((resolve) => (finish = resolve)));
  await wait(60_000);
  expect(form.sent).toEqual([]);
  await form.change({ revision: 9 });
  finish();
  await work;
  await wait(pauseMilliseconds);
  expect(form.sent).toEqual([{ name: 'A' }]);
  expect(form.revision()).toBe(10);
});

describe('a draft on the device', () => {
  it('is typed on top of the newest answers, and removed once it is saved', async () => {
    const first = renderAnswers(() => {
      throw networkError;
    });
    first.type({ name: 'Eva' });
    first.unmount();
    await wait(0);
    const form = renderAnswers();
    expect(form.current().answers).toEqual({ name: 'Eva' });
    await form.change({ answers: { name: 'Rosa', city: 'Yuma' }, revision: 4 });
    expect(form.current()).toMatchObject({ answers: { name: 'Eva', city: 'Yuma' }, reloads: 1 });
    await wait(pauseMilliseconds);
    expect(form.sent).toEqual([{ name: 'Eva', city: 'Yuma' }]);
    form.unmount();
    expect(renderAnswers().current().answers).toEqual({ name: 'Rosa' });
  });
});
