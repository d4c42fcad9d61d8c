import { getSession } from '@/lib/auth/session';
import { getChatToken, type ChatMessage, type ChatToken } from './api';

/** The reason that a message was not answered. */
export type LineFailure = 'offline' | 'tooMany' | 'full' | 'failed';

export class LineError extends Error {
  override readonly name = 'LineError';

  constructor(
    readonly failure: LineFailure,
    /** True when the service refused the token or does not have the conversation. */
    readonly isRefusal = false,
  ) {
    super(failure);
  }
}

const pollMilliseconds = 250;
/** The longest interval between polls that fail. */
const maxPollMilliseconds = 1000;
/** Time for which polling goes on after the last answer, so that a page of earlier messages is read. */
const lingerMilliseconds = 1500;
const timeLimitMilliseconds = 10_000;

/** A token with less time left than this is replaced before it is used. */
const minTokenMilliseconds = 60_000;

const failuresByStatus: Readonly<Record<number, LineFailure>> = { 409: 'full', 429: 'tooMany' };

/** A message of Direct Line. Other assistants omit fields that the portal's own always sends. */
type SparseMessage = Omit<ChatMessage, 'text' | 'channelData' | 'suggestedActions'> & {
  text?: string;
  channelData?: Partial<ChatMessage['channelData']>;
  suggestedActions?: ChatMessage['suggestedActions'];
};

interface ActivitySet {
  activities: readonly (SparseMessage | { type: 'typing' | 'event' })[];
  watermark?: string;
}

interface StartReply {
  conversationId: string;
  token?: string;
}

interface Connection extends ChatToken {
  activitiesUrl: string;
  signal: AbortSignal;
}

/** Formats the sources of another assistant as text, because the portal cannot vouch for their links. */
function formatSources(sources: unknown): string {
  if (!Array.isArray(sources)) return '';
  return sources
    .map((source: Readonly<Record<string, unknown>> | null) => [source?.title, source?.href])
    .filter((parts) => parts.every((part) => typeof part === 'string'))
    .map((parts) => `\n${parts.join(': ')}`)
    .join('');
}

/** Converts a message of any assistant to the form of the portal's own. */
function toChatMessage(message: SparseMessage, isOwn: boolean): ChatMessage {
  const isAnswer = message.from.role === 'bot' || Boolean(message.replyToId);
  const { clientActivityID = '', sources = [] } = message.channelData ?? {};
  const outcome = isAnswer ? 'answer' : null;
  return {
    ...message,
    text: (message.text ?? '') + (isOwn ? '' : formatSources(sources)),
    channelData: isOwn
      ? { outcome, ...message.channelData, clientActivityID, sources }
      : { outcome, clientActivityID, sources: [] },
    suggestedActions: message.suggestedActions ?? { to: [], actions: [] },
  };
}

function createConnectionError(): LineError {
  return new LineError(navigator.onLine ? 'failed' : 'offline');
}

/** Rejects when the work takes longer than ten seconds. */
async function limitTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createConnectionError()), timeLimitMilliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function readReply<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const failure = failuresByStatus[response.status] ?? 'failed';
  throw new LineError(failure, failure === 'failed' && response.status < 500);
}

/** Calls Direct Line: POST with a body, GET without one. */
function request<T>(url: string, token: string, signal: AbortSignal, body?: object): Promise<T> {
  const reply = fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: body ? JSON.stringify(body) : null,
    signal,
  });
  return limitTime(reply.then<T>(readReply, () => Promise.reject(createConnectionError())));
}

/**
 * A conversation over Direct Line 3.0, read by polling. Polling stops shortly after the last answer, so that an open
 * panel sends no requests while nobody writes; the next message reconnects at the watermark.
 */
export class Line {
  #token: ChatToken | null = null;
  #connection: Promise<Connection> | null = null;
  /** Stops polling and aborts requests; null while nothing is polled. */
  #abort: AbortController | null = null;
  /** False when another assistant answers. */
  #isOwn = true;
  /** Encoded for addresses. */
  #conversationId = '';
  #watermark = '';
  #closeTimer: ReturnType<typeof setTimeout> | undefined;
  #pendingCalls = 0;
  readonly #answeredIds = new Set<string>();
  readonly #answerResolvers = new Map<string, () => void>();
  readonly #onMessage: (message: ChatMessage) => void;

  /** `onMessage` gets every message of the conversation, and may get one twice. */
  constructor(onMessage: (message: ChatMessage) => void) {
    this.#onMessage = onMessage;
  }

  /** Connects, starts to read the earlier messages, and returns the token. */
  async open(): Promise<ChatToken> {
    return this.#pollDuring(() => this.#getConnection());
  }

  /** Sends a message and waits for its answer. The portal's assistant stores a message once for each id. */
  async send(text: string, id: string, locale: string): Promise<void> {
    await this.#pollDuring(async () => {
      const port = await getSession().port();
      const userToken = (await port.tokens())?.accessToken ?? '';
      const post = () => this.#post(text, id, locale, userToken);
      const activityId = await post().catch((error: unknown) => {
        // The token expired, or the conversation was deleted in another tab: a new token opens the current one.
        const canRepeat =
          error instanceof LineError && error.failure === 'failed' && (this.#isOwn || error.isRefusal);
        if (!canRepeat) throw error;
        return post();
      });
      if (this.#answeredIds.has(activityId)) return;
      await limitTime(new Promise<void>((resolve) => this.#answerResolvers.set(activityId, resolve)));
    });
  }

  /** Stops polling and aborts all requests, until the next message is sent. */
  close(): void {
    clearTimeout(this.#closeTimer);
    this.#abort?.abort();
    this.#abort = null;
    this.#connection = null;
  }

  async #post(text: string, id: string, locale: string, userToken: string): Promise<string> {
    const connecting = this.#getConnection();
    try {
      const { activitiesUrl, token, signal, oid, name } = await connecting;
      const reply = await request<{ id: string }>(activitiesUrl, token, signal, {
        type: 'message',
        from: { id: oid, name },
        text,
        locale,
        channelData: { userToken, userName: name, clientActivityID: id },
      });
      return reply.id;
    } catch (error) {
      this.#dropConnection(connecting, error);
      throw error;
    }
  }

  /** Polls during the work and a moment longer. */
  async #pollDuring<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#closeTimer);
    this.#pendingCalls += 1;
    if (!this.#abort) {
      this.#abort = new AbortController();
      void this.#poll(this.#abort.signal);
    }
    try {
      return await work();
    } finally {
      this.#pendingCalls -= 1;
      if (this.#pendingCalls === 0) this.#closeTimer = setTimeout(() => this.close(), lingerMilliseconds);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    let interval = pollMilliseconds;
    while (!signal.aborted) {
      const pause = new Promise((resolve) => setTimeout(resolve, interval));
      const connecting = this.#getConnection();
      try {
        const { activitiesUrl, token } = await connecting;
        const url = `${activitiesUrl}?watermark=${this.#watermark}`;
        const { activities, watermark } = await request<ActivitySet>(url, token, signal);
        if (this.#connection === connecting) {
          for (const activity of activities) if (activity.type === 'message') this.#receive(activity);
          if (watermark) this.#watermark = encodeURIComponent(watermark);
        }
        interval = pollMilliseconds;
      } catch (error) {
        this.#dropConnection(connecting, error);
        interval = Math.min(interval * 2, maxPollMilliseconds);
      }
      await pause;
    }
  }

  #getConnection(): Promise<Connection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** Starts the conversation, or reconnects to it at the watermark. */
  async #connect(): Promise<Connection> {
    const signal = this.#abort?.signal ?? AbortSignal.abort();
    const remaining = this.#token ? Date.parse(this.#token.expiresAt) - Date.now() : 0;
    const chatToken = this.#token && remaining > minTokenMilliseconds ? this.#token : await getChatToken();
    this.#token = chatToken;
    this.#isOwn = chatToken.domain.startsWith('/');
    const url = `${chatToken.domain}/conversations`;
    const place = this.#conversationId && `/${this.#conversationId}?watermark=${this.#watermark}`;
    const reply = await request<StartReply>(url + place, chatToken.token, signal, place ? undefined : {});
    this.#conversationId = encodeURIComponent(reply.conversationId);
    const activitiesUrl = `${url}/${this.#conversationId}/activities`;
    return { ...chatToken, token: reply.token ?? chatToken.token, activitiesUrl, signal };
  }

  #receive(activity: SparseMessage): void {
    const message = toChatMessage(activity, this.#isOwn);
    const { replyToId, channelData } = message;
    if (replyToId) this.#answeredIds.add(replyToId);
    if (channelData.outcome !== null)
      for (const [id, resolve] of this.#answerResolvers) if (!replyToId || replyToId === id) resolve();
    this.#onMessage(message);
  }

  /** Reconnects before the next request; after a refusal, with a new token and from the first message. */
  #dropConnection(connecting: Promise<Connection>, error: unknown): void {
    if (this.#connection !== connecting) return;
    this.#connection = null;
    if (!(error instanceof LineError && error.isRefusal)) return;
    this.#token = null;
    this.#conversationId = '';
    this.#watermark = '';
  }
}
