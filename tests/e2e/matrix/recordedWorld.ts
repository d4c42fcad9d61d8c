import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { listenForComplaints } from '../support/complaints';
import { findDevelopmentFile, toDevelopmentDocument } from '../support/developmentSite';
import type { Language } from '../support/words';
import { answerOf, type Reply } from './answers';
import { objectionsTo } from './contract';
import { Recordings, type Asker } from './recordings';
import type { Area, Scene, State } from './state';
import { StateAnswers, startAnew, type World } from './world';

/** Where the identity provider is in the recorded world: beside the portal. */
const provider = '/identity';
const isApi = /^\/(api\/|configuration)/;
/** What belongs to one connection only. */
const ownHeaders = new Set(['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token that nobody signed, for a portal that asks nobody. */
const token = (claims: object): string => `${encoded({ alg: 'RS256' })}.${encoded(claims)}.${encoded({})}`;

interface StaticFile {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** The built web app as the portal serves it, and recorded answers in place of the API and of the identity provider. */
class RecordedPortal {
  readonly recordings = new Recordings();
  readonly answers = new StateAnswers();
  /** What went wrong since the state began. */
  objections: string[] = [];
  #asker: Asker = { who: 'visitor', language: 'en', state: '' };
  #breaksContract = false;
  #asked = new Map<string, number>();
  #held = new Set<ServerResponse>();
  #files = new Map<string, Promise<StaticFile>>();
  #server: Server = createServer((request, response) => void this.#serve(request, response));

  constructor(
    readonly source: string,
    readonly rewrite: (text: string) => string,
  ) {}

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Answers from now on as in a state. */
  show(asker: Asker, { breaksContract }: State): void {
    this.#asker = asker;
    this.#breaksContract = breaksContract ?? false;
    this.objections = [];
    this.#asked.clear();
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    try {
      if (isApi.test(path) || path.startsWith(provider)) await this.#answer(method, path, response);
      else await this.#file(path, response);
    } catch (error) {
      this.objections.push(`${method} ${path}: ${String(error)}`);
      response.destroy();
    }
  }

  async #answer(method: string, path: string, response: ServerResponse): Promise<void> {
    const asked = { method, path };
    const reply = await answerOf(this.answers.answers, path, async () => this.#recorded(method, path));
    if (reply === 'never') {
      this.#held.add(response);
      return;
    }
    // A status by itself stands for any failure, documented or not.
    if (reply && reply.status < 400 && !this.#breaksContract && !path.startsWith(provider)) this.objections.push(...objectionsTo(asked, reply));
    const { status, json } = reply ?? this.#recorded(method, path);
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(json === undefined ? undefined : this.#placed(JSON.stringify(json)));
  }

  #recorded(method: string, path: string): Reply {
    const replies = this.recordings.answers(this.#asker, { method, path });
    const request = `${method} ${path}`;
    const count = this.#asked.get(request) ?? 0;
    this.#asked.set(request, count + 1);
    const reply = replies[Math.min(count, replies.length - 1)];
    if (reply) return reply;
    const { who, language } = this.#asker;
    throw new Error(`no answer is recorded for ${who} in ${language}; \`npm run recordings\` records them anew`);
  }

  /** With the addresses of this portal in place of those that recordings have. */
  #placed(text: string): string {
    const { port } = new URL(this.source);
    return this.rewrite(text)
      .replaceAll('https://portal.invalid', this.origin)
      .replaceAll('https://identity.invalid', this.origin + provider)
      .replaceAll('https://agencies.invalid', `http://localhost:${Number(port) + 3}`);
  }

  /** A file with the very headers of the portal, which is asked once. */
  async #file(path: string, response: ServerResponse): Promise<void> {
    const kept = this.#files.get(path) ?? this.#fetched(path);
    this.#files.set(path, kept);
    const { status, headers, body } = await kept;
    response.writeHead(status, headers.flat());
    response.end(body);
  }

  async #fetched(path: string): Promise<StaticFile> {
    const file = findDevelopmentFile(path);
    if (file) return { status: 200, headers: [['content-type', file.contentType]], body: file.body };
    const answer = await fetch(this.source + path);
    const headers = [...answer.headers].filter(([name]) => !ownHeaders.has(name));
    const body = Buffer.from(await answer.arrayBuffer());
    const isDocument = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    return { status: answer.status, headers, body: isDocument ? Buffer.from(toDevelopmentDocument(body.toString())) : body };
  }
}

interface Configuration {
  security: { clientId: string; b2cScopes: string[] };
}

/** What is in the storage of a browser in which somebody is signed in. */
function session(portal: RecordedPortal, profile: object, configuration: Configuration, now: number): Record<string, string> {
  const { clientId, b2cScopes } = configuration.security;
  const expiresAt = Math.floor(now / 1000) + 86_400;
  const claims = { ...profile, exp: expiresAt };
  const user = {
    access_token: token(claims),
    id_token: token(claims),
    refresh_token: 'recorded',
    token_type: 'Bearer',
    scope: b2cScopes.join(' '),
    profile: claims,
    expires_at: expiresAt,
  };
  return { [`oidc.user:${portal.origin}${provider}:${clientId}`]: JSON.stringify(user) };
}

/**
 * The portal with recorded answers: without a server behind it, at the time of the recording.
 *
 * @param rewrite changes the recorded texts, such as the names in them.
 */
export async function recordedWorld(browser: Browser, source: string, rewrite = (text: string) => text): Promise<World> {
  const portal = new RecordedPortal(source, rewrite);
  await portal.start();
  const context = await browser.newContext({ baseURL: portal.origin, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  /** In a state whose answers break a page on purpose, React reports what its error boundary caught. */
  let provokesBreak = false;
  const isExpected = (text: string) => provokesBreak && text.includes('using the error boundary you provided');
  listenForComplaints(context, complaints);
  let time: number | undefined;
  const speak = (area: Area, state: State, language: Language): Scene => {
    portal.show({ who: area.who, language, state: `${area.name}: ${state.name}` }, state);
    return portal.answers.scene(state, language, portal.recordings.of(area.who).facts, async () => undefined);
  };

  return {
    page,
    speak,
    async begin(area: Area, state: State, language: Language) {
      const asker = { who: area.who, language, state: `${area.name}: ${state.name}` };
      const { recordedAt, profile } = portal.recordings.of(area.who);
      const now = Date.parse(recordedAt);
      const [configuration] = portal.recordings.answers(asker, { method: 'GET', path: '/configuration/' });
      await startAnew(page, {
        'saguaro.language': language,
        ...(profile && configuration && session(portal, JSON.parse(rewrite(JSON.stringify(profile))) as object, configuration.json as Configuration, now)),
        ...state.kept?.(now, String(profile?.sub)),
      });
      // Not before the page of the state before is left, which may still ask for something.
      complaints.length = 0;
      provokesBreak = state.breaksContract ?? false;
      const scene = speak(area, state, language);
      if (now !== time) await context.clock.setFixedTime(now);
      time = now;
      return scene;
    },
    objections: () => [...portal.objections, ...complaints.splice(0).filter((text) => !isExpected(text))],
    async close() {
      await context.close();
      await portal.stop();
    },
  };
}
