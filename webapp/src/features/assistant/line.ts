import { ConnectionStatus, DirectLine, type Activity } from 'botframework-directlinejs';
// The library uses it after a 429, and does not import it.
import 'rxjs/add/observable/timer';
import { session } from '@/lib/auth/session';
import { getChatToken, type ChatMessage, type ChatToken } from './api';

/** Why a message was not answered. */
export type LineFailure = 'offline' | 'tooMany' | 'full' | 'failed';

export class LineError extends Error {
  override readonly name = 'LineError';

  constructor(readonly failure: LineFailure) {
    super(failure);
  }
}

const pollMilliseconds = 250;
/** How long the line stays open when nothing is awaited: long enough for a page of earlier messages. */
const quietMilliseconds = 1500;
const patienceMilliseconds = 10_000;

/** A token with less time left than this is replaced before it is used. */
const spareMilliseconds = 60_000;

const failuresByStatus: Readonly<Record<number, LineFailure>> = { 409: 'full', 429: 'tooMany' };

const failureNow = (): LineFailure => (navigator.onLine ? 'failed' : 'offline');

/** Members that the library's types hide: they are needed to go on with another connection. */
function placeOf(connection: DirectLine): { conversationId: string; watermark: string } {
  return connection as unknown as { conversationId: string; watermark: string };
}

/** A message as Direct Line has it; other assistants leave out what is the portal's own. */
type SparseMessage = Omit<ChatMessage, 'text' | 'channelData' | 'suggestedActions'> & {
  text?: string;
  channelData?: Partial<ChatMessage['channelData']>;
  suggestedActions?: ChatMessage['suggestedActions'];
};

/** Writes the sources of another assistant as text: nobody here vouches for where their links lead. */
function writeSources(sources: unknown): string {
  if (!Array.isArray(sources)) return '';
  return sources
    .map((source: Readonly<Record<string, unknown>> | null) => [source?.title, source?.href])
    .filter((parts) => parts.every((part) => typeof part === 'string'))
    .map((parts) => `\n${parts.join(': ')}`)
    .join('');
}

/** The message of any assistant as the portal's own would have sent it. */
function toMessage(message: SparseMessage, isOwn: boolean): ChatMessage {
  const isAnswer = message.from.role === 'bot' || Boolean(message.replyToId);
  const { clientActivityID = '', sources = [] } = message.channelData ?? {};
  const outcome = isAnswer ? 'answer' : null;
  return {
    ...message,
    text: (message.text ?? '') + (isOwn ? '' : writeSources(sources)),
    channelData: isOwn
      ? { outcome, ...message.channelData, clientActivityID, sources }
      : { outcome, clientActivityID, sources: [] },
    suggestedActions: message.suggestedActions ?? { to: [], actions: [] },
  };
}

function statusOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : undefined;
}

/**
 * The conversation over Direct Line. It is connected while something is awaited and a moment longer, so that an open
 * panel asks nothing while nobody writes; the next message reconnects where the last one was read.
 */
export class Line {
  #token: Promise<ChatToken | null> = Promise.resolve(null);
  #connection: Promise<DirectLine> | null = null;
  #line: DirectLine | null = null;
  /** False where another assistant answers. */
  #isOwn = true;
  #conversationId = '';
  #watermark = '';
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #awaited = 0;
  #isClosed = false;
  readonly #answered = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  readonly #onMessage: (message: ChatMessage) => void;

  /** `onMessage` gets every message of the conversation, and may get one twice. */
  constructor(onMessage: (message: ChatMessage) => void) {
    this.#onMessage = onMessage;
  }

  /** Connects and reads the earlier messages; answers the token. */
  async open(): Promise<ChatToken> {
    await this.#during(() => this.#connected());
    return this.#validToken();
  }

  /** Sends a message and waits for its answer. The same id again is the same message. */
  async send(text: string, id: string, locale: string): Promise<void> {
    await this.#during(async () => {
      const port = await session().port();
      const tokens = await port.tokens();
      const activityId = await this.#post(text, id, locale, tokens?.accessToken ?? '');
      await this.#answerTo(activityId);
    });
  }

  /** Ends the connection for good. */
  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  async #post(text: string, id: string, locale: string, userToken: string): Promise<string> {
    const attempt = () => this.#attempt(text, id, locale, userToken);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LineError) || error.failure !== 'failed') throw error;
    }
    // The token ran out, or the conversation was deleted in another tab: another token is of the current one.
    this.#reset();
    return attempt();
  }

  async #attempt(text: string, id: string, locale: string, userToken: string): Promise<string> {
    const connection = await this.#connected();
    const { oid, name } = await this.#validToken();
    const posted = await patiently(
      new Promise<string>((resolve, reject) => {
        connection
          .postActivity({
            type: 'message',
            from: { id: oid, name },
            text,
            locale,
            channelData: { userToken, userName: name, clientActivityID: id },
          })
          .subscribe(resolve, reject);
      }),
    ).catch((error: unknown) => {
      throw new LineError(failuresByStatus[statusOf(error) ?? 0] ?? 'failed');
    });
    // The library's word for a server that failed, or was not reached.
    if (posted === 'retry') throw new LineError(failureNow());
    return posted;
  }

  async #answerTo(activityId: string): Promise<void> {
    if (this.#answered.has(activityId)) return;
    await patiently(new Promise<void>((resolve) => this.#waiting.set(activityId, resolve)));
  }

  /** Keeps the line open while work goes on, and a moment longer. */
  async #during<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#quiet);
    this.#awaited += 1;
    try {
      return await work();
    } finally {
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#quiet = setTimeout(() => this.#disconnect(), quietMilliseconds);
    }
  }

  async #validToken(): Promise<ChatToken> {
    const token = await this.#token;
    if (token && Date.parse(token.expiresAt) - Date.now() > spareMilliseconds) return token;
    const renewed = getChatToken();
    this.#token = renewed.catch(() => null);
    return renewed;
  }

  #connected(): Promise<DirectLine> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  async #connect(): Promise<DirectLine> {
    const { token, domain } = await this.#validToken();
    this.#isOwn = domain.startsWith('/');
    if (this.#isClosed) throw new LineError('failed');
    const line = new DirectLine({
      token,
      domain,
      webSocket: false,
      pollingInterval: pollMilliseconds,
      conversationId: this.#conversationId,
      watermark: this.#watermark,
    });
    this.#line = line;
    line.activity$.subscribe(
      (activity) => this.#receive(line, activity),
      () => this.#forget(line),
    );
    try {
      await patiently(
        new Promise<void>((resolve, reject) => {
          line.connectionStatus$.subscribe((status) => {
            if (status === ConnectionStatus.Online) resolve();
            if (status === ConnectionStatus.FailedToConnect) reject(new LineError('failed'));
          });
        }),
      );
    } catch (error) {
      this.#reset();
      throw error;
    }
    this.#conversationId = placeOf(line).conversationId;
    return line;
  }

  #receive(line: DirectLine, activity: Activity): void {
    if (this.#line === line) this.#watermark = placeOf(line).watermark;
    if (activity.type !== 'message') return;
    const message = toMessage(activity as unknown as SparseMessage, this.#isOwn);
    const { replyToId, channelData } = message;
    if (replyToId) {
      this.#answered.add(replyToId);
      this.#waiting.get(replyToId)?.();
    } else if (channelData.outcome !== null) for (const resolve of this.#waiting.values()) resolve();
    this.#onMessage(message);
  }

  /** Begins anew: what is connected, the token, and where the conversation was read. */
  #reset(): void {
    this.#disconnect();
    this.#token = Promise.resolve(null);
    this.#conversationId = '';
    this.#watermark = '';
  }

  #disconnect(): void {
    clearTimeout(this.#quiet);
    const line = this.#line;
    this.#line = null;
    this.#connection = null;
    line?.end();
  }

  /** The line ended by itself. */
  #forget(line: DirectLine): void {
    if (this.#line !== line) return;
    this.#line = null;
    this.#connection = null;
  }
}

/** Gives up when nothing comes for ten seconds: the library itself would wait for a quarter of an hour. */
async function patiently<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LineError(failureNow())), patienceMilliseconds);
  });
  try {
    return await Promise.race([work, impatience]);
  } finally {
    clearTimeout(timer);
  }
}
