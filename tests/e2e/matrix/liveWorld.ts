import type { Browser, BrowserContext, Response, Route } from '@playwright/test';
import { identityUrl, signInUnseen, signUpUnseen, stranger, type Person, type Session } from '../support/identityProvider';
import { callAs, settle } from '../support/portal';
import type { Language } from '../support/words';
import { answerOf, type Reply } from './answers';
import type { Asker, Recorder, Recording } from './recordings';
import { samplePeople, type Answers, type Area, type Call, type Facts, type State, type Who } from './state';
import { StateAnswers, startAnew, type World } from './world';

/** How long a sign-in is used, in milliseconds: it may be renewed once only, so it must not come to that. */
const signInLasts = 5 * 60_000;

/** Somebody in the live portal. */
interface Looker {
  email: string;
  password: string;
  facts: Facts;
  session: Session;
  signedInAt: number;
}

const itemsOf = ({ origins }: Session): Record<string, string> =>
  Object.fromEntries(origins.flatMap(({ localStorage }) => localStorage.map(({ name, value }) => [name, value])));

/** What the web app reads of a person's claims. */
const claims = ['sub', 'name', 'given_name', 'family_name', 'email', 'cognito:groups'];

function profileIn(session: Session): Record<string, unknown> {
  const [user] = Object.values(itemsOf(session));
  const { profile } = JSON.parse(user ?? '{}') as { profile: Record<string, unknown> };
  return Object.fromEntries(Object.entries(profile).filter(([claim]) => claims.includes(claim)));
}

/** A live portal: real sign-in, real answers. With a recorder, what the portal answers is kept. */
export class LiveWorld implements World {
  readonly #lookers = new Map<Who, Looker>();
  readonly #answers = new StateAnswers();
  /** Answers that were heard and are still being read. */
  readonly #heard: Promise<(() => void) | undefined>[] = [];
  #asker: Asker = { who: 'visitor', language: 'en', state: '' };
  #isIntercepting = false;

  private constructor(
    readonly browser: Browser,
    readonly page: World['page'],
    readonly source: string,
    readonly recorder?: Recorder,
  ) {}

  static async open(browser: Browser, source: string, recorder?: Recorder): Promise<LiveWorld> {
    const context = await browser.newContext({ baseURL: source, viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(20_000);
    const world = new LiveWorld(browser, await context.newPage(), source, recorder);
    if (recorder) context.on('response', (response) => world.#hear(response));
    return world;
  }

  get #context(): BrowserContext {
    return this.page.context();
  }

  /** What this answers in the portal's place, when a state says so. */
  readonly #isAnswered = ({ origin, pathname }: URL): boolean =>
    (origin === this.source && /^\/(api\/|configuration)/.test(pathname)) || (origin === identityUrl && /^\/(oauth2\/token|\.well-known\/)/.test(pathname));

  async begin(area: Area, state: State, language: Language): ReturnType<World['begin']> {
    const looker = area.who === 'visitor' ? undefined : await this.#looker(area);
    const call: Call = (method, path, data) => callAs(this.page.request, looker?.email ?? '', method, path, data);
    await this.finish();
    await this.#context.clearCookies();
    if (looker) await this.#context.addCookies(looker.session.cookies);
    await startAnew(this.page, { 'saguaro.language': language, ...(looker && itemsOf(looker.session)), ...state.kept?.(Date.now(), String(looker && profileIn(looker.session).sub)) });
    // Not before the page of the state before is left, which may still ask for something.
    this.#asker = { who: area.who, language, state: `${area.name}: ${state.name}` };
    const scene = this.#answers.scene(state, language, looker?.facts ?? {}, (happens) => happens(call));
    await this.#intercept();
    const answer = async (answers: Answers) => {
      await scene.answer(answers);
      await this.#intercept();
    };
    return { ...scene, answer };
  }

  /** Waits for what is still to be recorded of a state. */
  async finish(): Promise<void> {
    for (const keep of await Promise.all(this.#heard.splice(0))) keep?.();
  }

  /** Asks before each answer of the portal in a state that changes some: a browser that is asked keeps no files. */
  async #intercept(): Promise<void> {
    const isWanted = Object.keys(this.#answers.answers).length > 0;
    if (isWanted === this.#isIntercepting) return;
    this.#isIntercepting = isWanted;
    if (isWanted) await this.#context.route(this.#isAnswered, (route) => this.#answer(route));
    else await this.#context.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Keeps an answer of the portal. */
  #hear(response: Response): void {
    const url = new URL(response.url());
    if (this.#isIntercepting || !this.#isAnswered(url)) return;
    const asker = this.#asker;
    // The body of an answer is gone with its page: then nobody has read it.
    const text = response.text().catch(() => null);
    this.#heard.push(text.then((body) => (body === null ? undefined : () => this.#keep(asker, response.request().method(), url, response.status(), body))));
  }

  #keep(asker: Asker, method: string, url: URL, status: number, text: string): void {
    const path = (url.origin === this.source ? '' : '/identity') + url.pathname + url.search;
    const reply = { status, json: text === '' ? undefined : (JSON.parse(text) as unknown) };
    this.recorder?.keep(asker, { method, path }, JSON.parse(this.#unplaced(JSON.stringify(reply))) as Reply);
  }

  objections(): string[] {
    return [];
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  /** What is to be recorded of somebody beside the answers. */
  person(who: Who): Pick<Recording, 'profile' | 'facts'> {
    const looker = this.#lookers.get(who);
    return { profile: looker ? profileIn(looker.session) : null, facts: looker?.facts ?? {} };
  }

  async #looker({ who, arrange }: Area): Promise<Looker> {
    let looker = this.#lookers.get(who);
    if (!looker) {
      const sample = Object.entries(samplePeople).find(([name]) => name === who)?.[1];
      const { email, password } = sample ? { email: sample, password: 'saguaro' } : await this.#somebodyNew();
      const facts = (await arrange?.(this.page.request, email)) ?? {};
      looker = { email, password, facts, session: await signInUnseen(email, password), signedInAt: Date.now() };
    } else if (Date.now() - looker.signedInAt > signInLasts) {
      looker = { ...looker, session: await signInUnseen(looker.email, looker.password), signedInAt: Date.now() };
    }
    this.#lookers.set(who, looker);
    return looker;
  }

  /** Somebody who is registered and has everything set up. */
  async #somebodyNew(): Promise<Person> {
    const person = stranger();
    const context = await this.browser.newContext({ baseURL: this.source });
    await signUpUnseen(context, person);
    await settle(context.request, person);
    await context.close();
    return person;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const url = new URL(request.url());
    const asker = this.#asker;
    const original = async (): Promise<Reply> => {
      const response = await route.fetch();
      const text = await response.text();
      this.#keep(asker, request.method(), url, response.status(), text);
      return { status: response.status(), json: text === '' ? undefined : (JSON.parse(text) as unknown) };
    };
    try {
      const reply = (await answerOf(this.#answers.answers, url.pathname + url.search, original)) ?? (await original());
      // What is never answered is given up when the page is left.
      if (reply === 'never') return;
      await route.fulfill({ status: reply.status, contentType: 'application/json', body: reply.json === undefined ? '' : JSON.stringify(reply.json) });
    } catch (error) {
      // The page was left while the portal answered.
      if (!/(closed|disposed|Invalid InterceptionId)/.test(String(error))) throw error;
    }
  }

  /** Without the addresses of this portal, which the next one will not have. */
  #unplaced(text: string): string {
    const port = Number(new URL(this.source).port);
    return text
      .replaceAll(`http://localhost:${port + 3}`, 'https://agencies.invalid')
      .replaceAll(identityUrl, 'https://identity.invalid')
      .replaceAll(this.source, 'https://portal.invalid');
  }
}
