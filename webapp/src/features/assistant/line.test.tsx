import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession } from '@/lib/auth/session';
import { startPollingClock } from '@/testing/polling';
import { FakeAuthPort, createAccount } from '@/testing/renderApp';
import { origin, server } from '@/testing/server';
import * as api from './api';
import { Line, type LineFailure } from './line';

const ownDomain = '/api/chatbot/directline';
const otherDomain = 'https://directline.example/v3/directline';

interface Posted {
  text: string;
  channelData: Record<string, unknown>;
}

/** A Direct Line service that answers each message once for each id. Its replies can be replaced by a failure. */
class FakeService {
  readonly requests: string[] = [];
  readonly posted: Posted[] = [];
  readonly signals: AbortSignal[] = [];
  activities: Record<string, unknown>[] = [];
  conversationId = 'c1';
  tokens = 0;
  tokenSeconds = 1800;
  /** Status of the next replies to matching requests: 0 is a network failure, and -1 stands for no reply. */
  failures: { request: RegExp; status: number }[] = [];

  constructor(readonly domain: string) {
    vi.spyOn(api, 'getChatToken').mockImplementation(() => {
      this.tokens += 1;
      const expiresAt = new Date(Date.now() + this.tokenSeconds * 1000).toISOString();
      const token = `issued${this.tokens}`;
      return Promise.resolve({ oid: 'u1', name: 'Rosa', token, expiresAt, domain, answerBusinessDays: 2 });
    });
    const base = new URL(domain, origin).href;
    server.use(http.all(`${base}/*`, ({ request }) => this.#reply(request, request.url.slice(base.length))));
  }

  async #reply(request: Request, path: string) {
    const name = `${request.method} ${path}`;
    this.requests.push(`${name} ${request.headers.get('authorization')?.replace('Bearer ', '')}`);
    this.signals.push(request.signal);
    const index = this.failures.findIndex((failure) => failure.request.test(name));
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure?.status === -1) return new Promise<never>(() => undefined);
    if (failure?.status === 0) return HttpResponse.error();
    if (failure) return HttpResponse.json({}, { status: failure.status });
    const place = `/conversations/${this.conversationId}`;
    if (name === 'POST /conversations' || name.startsWith(`GET ${place}?`))
      return HttpResponse.json({ conversationId: this.conversationId, token: `used${this.tokens}` });
    if (!path.startsWith(`${place}/activities`)) return HttpResponse.json({}, { status: 404 });
    if (request.method === 'POST') return this.#store((await request.json()) as Posted);
    const watermark = Number(new URL(request.url).searchParams.get('watermark'));
    return HttpResponse.json({
      activities: [...this.activities.slice(watermark), { type: 'typing', from: { id: 'bot' } }],
      watermark: String(this.activities.length),
    });
  }

  #store(message: Posted) {
    this.posted.push(message);
    const { clientActivityID } = message.channelData;
    const isStored = (each: Record<string, unknown>) =>
      (each.channelData as Posted['channelData'] | undefined)?.clientActivityID === clientActivityID;
    const stored = this.activities.find(isStored);
    if (stored) return HttpResponse.json({ id: stored.id });
    const id = this.add({
      text: message.text,
      from: { id: 'u1', role: 'user' },
      channelData: { clientActivityID },
    });
    this.add({ text: `Re: ${message.text}`, from: { id: 'bot', role: 'bot' }, replyToId: id });
    return HttpResponse.json({ id });
  }

  add(activity: object): string {
    const id = `${this.conversationId}|${this.activities.length}`;
    this.activities.push({ type: 'message', id, conversation: { id: this.conversationId }, ...activity });
    return id;
  }

  fail(request: RegExp, status: number, times = 1): void {
    for (let count = 0; count < times; count += 1) this.failures.push({ request, status });
  }

  count(request: RegExp): number {
    return this.requests.filter((name) => request.test(name)).length;
  }
}

const postRequest = /^POST .*\/activities$/;
const pollRequest = /^GET .*\/activities\?/;

let received: string[];
const createLine = () => new Line((message) => received.push(message.text));

/** Passes the time after which a line that awaits nothing is no longer polled. */
const waitUntilIdle = () => vi.advanceTimersByTimeAsync(2000);

beforeEach(() => {
  received = [];
  startPollingClock();
  vi.spyOn(getSession(), 'port').mockResolvedValue(new FakeAuthPort(createAccount()));
});

it('opens with the issued token, uses the returned one, and delivers earlier messages', async () => {
  const service = new FakeService(ownDomain);
  service.add({ text: 'Hello', from: { id: 'bot', role: 'bot' } });
  const token = await createLine().open();
  expect(token.answerBusinessDays).toBe(2);
  await waitUntilIdle();
  expect(received).toEqual(['Hello']);
  expect(service.requests.slice(0, 2)).toEqual([
    'POST /conversations issued1',
    'GET /conversations/c1/activities?watermark= used1',
  ]);
});

it('sends the message with its id, and delivers the answer', async () => {
  const service = new FakeService(ownDomain);
  await createLine().send('Hi', 'id-1', 'es-US');
  expect(received).toEqual(['Hi', 'Re: Hi']);
  expect(service.posted).toEqual([
    {
      type: 'message',
      from: { id: 'u1', name: 'Rosa' },
      text: 'Hi',
      locale: 'es-US',
      channelData: { userToken: expect.any(String) as string, userName: 'Rosa', clientActivityID: 'id-1' },
    },
  ]);
});

it('sends no requests while nobody writes, and reconnects at the watermark', async () => {
  const service = new FakeService(ownDomain);
  const line = createLine();
  await line.send('Hi', 'id-1', 'en');
  await waitUntilIdle();
  const before = service.requests.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(service.requests).toHaveLength(before);
  await line.send('Bye', 'id-2', 'en');
  expect(service.requests[before]).toBe('GET /conversations/c1?watermark=2 issued1');
  expect(service.requests).toContain('GET /conversations/c1/activities?watermark=2 used1');
  expect(received).toEqual(['Hi', 'Re: Hi', 'Bye', 'Re: Bye']);
});

it('replaces a token that ends within a minute', async () => {
  const service = new FakeService(ownDomain);
  const line = createLine();
  await line.open();
  await vi.advanceTimersByTimeAsync(1_739_000);
  await line.send('Hi', 'id-1', 'en');
  expect(service.tokens).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  await line.send('Bye', 'id-2', 'en');
  expect(service.tokens).toBe(2);
});

describe.each([ownDomain, otherDomain])('over %s', (domain) => {
  it('sends the message again with a new token after a 403', async () => {
    const service = new FakeService(domain);
    service.fail(postRequest, 403);
    await createLine().send('Hi', 'id-1', 'en');
    expect(service.count(/^POST \/conversations issued2$/)).toBe(1);
    expect(service.posted).toHaveLength(1);
    expect(received).toEqual(['Hi', 'Re: Hi']);
  });

  it('starts again after the conversation was deleted in another tab', async () => {
    const service = new FakeService(domain);
    const line = createLine();
    await line.send('Hi', 'id-1', 'en');
    await waitUntilIdle();
    service.conversationId = 'c2';
    service.activities = [];
    await line.send('Bye', 'id-2', 'en');
    expect(service.tokens).toBe(2);
    expect(received.slice(-2)).toEqual(['Bye', 'Re: Bye']);
  });

  it('reads the answer with a new token after polling got a 403', async () => {
    const service = new FakeService(domain);
    service.fail(pollRequest, 403);
    await createLine().send('Hi', 'id-1', 'en');
    expect(service.tokens).toBe(2);
    expect(received).toContain('Re: Hi');
  });

  it.each<[number, LineFailure]>([
    [429, 'tooMany'],
    [409, 'full'],
  ])('reports a %i as %s, and does not repeat the message', async (status, failure) => {
    const service = new FakeService(domain);
    service.fail(postRequest, status);
    await expect(createLine().send('Hi', 'id-1', 'en')).rejects.toMatchObject({ failure });
    expect(service.count(/^POST .*\/activities /)).toBe(1);
    expect(service.tokens).toBe(1);
  });

  it.each([502, 429, 0])('continues polling after failure %i', async (status) => {
    const service = new FakeService(domain);
    service.fail(pollRequest, status, 2);
    await createLine().send('Hi', 'id-1', 'en');
    expect(received).toEqual(['Hi', 'Re: Hi']);
    expect(service.tokens).toBe(1);
  });

  it('reports a failure when polling fails for ten seconds', async () => {
    const service = new FakeService(domain);
    service.fail(pollRequest, 500, 100);
    const sent = createLine().send('Hi', 'id-1', 'en');
    const rejected = expect(sent).rejects.toMatchObject({ failure: 'failed' });
    for (let second = 0; second < 11; second += 1) await vi.advanceTimersByTimeAsync(1000);
    await rejected;
    expect(service.posted).toHaveLength(1);
  });

  it('aborts the requests and stops polling when it is closed', async () => {
    const service = new FakeService(domain);
    service.fail(postRequest, -1);
    const line = createLine();
    const sent = line.send('Hi', 'id-1', 'en');
    const rejected = expect(sent).rejects.toMatchObject({ failure: 'failed' });
    await vi.waitFor(() => expect(service.count(/^POST .*\/activities /)).toBe(1));
    const index = service.requests.findIndex((name) => /^POST .*\/activities /.test(name));
    line.close();
    await rejected;
    expect(service.signals[index]?.aborted).toBe(true);
    const before = service.requests.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(service.requests).toHaveLength(before);
  });
});

it('sends a message again with the same id after a server error', async () => {
  const service = new FakeService(ownDomain);
  service.fail(postRequest, 502);
  await createLine().send('Hi', 'id-1', 'en');
  expect(service.count(/^POST .*\/activities /)).toBe(2);
  expect(received).toEqual(['Hi', 'Re: Hi']);
});

it('does not repeat a message that another assistant may have', async () => {
  const service = new FakeService(otherDomain);
  service.fail(postRequest, 502);
  await expect(createLine().send('Hi', 'id-1', 'en')).rejects.toMatchObject({ failure: 'failed' });
  expect(service.count(/^POST .*\/activities /)).toBe(1);
});

it('reports that the browser is offline', async () => {
  const service = new FakeService(ownDomain);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  service.fail(/^POST/, 0, 2);
  await expect(createLine().send('Hi', 'id-1', 'en')).rejects.toMatchObject({ failure: 'offline' });
});

it('completes the sparse messages of another assistant', async () => {
  const service = new FakeService(otherDomain);
  const messages: api.ChatMessage[] = [];
  service.add({ from: { id: 'bot', role: 'bot' } });
  service.add({
    text: 'See',
    from: { id: 'bot' },
    replyToId: 'c1|9',
    channelData: { outcome: 'crisis', sources: [{ title: 'Prize', href: 'https://prize.example/' }, null] },
  });
  await new Line((message) => messages.push(message)).open();
  await waitUntilIdle();
  const channelData = { outcome: 'answer', clientActivityID: '', sources: [] };
  const suggestedActions = { to: [], actions: [] };
  expect(messages).toMatchObject([
    { text: '', channelData, suggestedActions },
    { text: 'See\nPrize: https://prize.example/', channelData, suggestedActions },
  ]);
});

it('accepts an answer that names no message', async () => {
  const service = new FakeService(otherDomain);
  const sent = createLine().send('Hi', 'id-1', 'en');
  await vi.waitFor(() => expect(service.posted).toHaveLength(1));
  service.activities = service.activities.map((activity) => ({ ...activity, replyToId: undefined }));
  await sent;
  expect(received).toContain('Re: Hi');
});
