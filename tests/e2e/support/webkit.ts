import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';

/** The key under which W3C's WebDriver names an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * How long one answer of the driver may take, in milliseconds. The driver sometimes loses a command that a page has left
 * behind. Whatever is waited for is then asked again.
 */
const answerLimit = 15_000;

/** Selectors of the elements that can have a role. */
const candidates = {
  article: 'article',
  button: 'button',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  textbox: 'input',
} as const;

type Role = keyof typeof candidates;
type Element = { [elementKey]: string };

/**
 * Runs in the page. Classic WebDriver has no log, so a listener keeps uncaught errors and unhandled rejections, in the
 * tab's storage across the way to the identity provider and back. Returns and forgets those that it has.
 */
function takeErrors(): string[] {
  const key = 'test.uncaughtErrors';
  const kept = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
  sessionStorage.removeItem(key);
  const watched = window as Window & { hasErrorListener?: true };
  if (!watched.hasErrorListener) {
    watched.hasErrorListener = true;
    const keep = (reason: unknown): void => {
      const errors = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
      sessionStorage.setItem(key, JSON.stringify([...errors, String(reason)]));
    };
    addEventListener('error', ({ error, message }) => keep(error ?? message));
    addEventListener('unhandledrejection', ({ reason }) => keep(reason));
  }
  return kept;
}

/** Finds a port of this machine that nobody listens on. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a screen that nobody sees, on the first display that is free. Resolves to its process and its name. */
async function startScreen(program: string): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as Readable, 'data', { signal: AbortSignal.timeout(answerLimit) })) as [Buffer];
  return { screen, display: `:${String(number).trim()}` };
}

/** Debian's WebKit, driven by W3C's WebDriver. Roles and names are those that WebKit tells screen readers. */
export class Webkit {
  readonly #processes: readonly ChildProcess[];
  readonly #driver: string;
  #session = '';
  readonly #errors = new Set<string>();

  private constructor(port: number, processes: readonly ChildProcess[]) {
    this.#driver = `http://127.0.0.1:${port}`;
    this.#processes = processes;
  }

  static async start(programs: { driver: string; screen: string }): Promise<Webkit> {
    const port = await findFreePort();
    const { screen, display } = await startScreen(programs.screen);
    const driver = spawn(programs.driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
    const webkit = new Webkit(port, [driver, screen]);
    try {
      await expect(() => webkit.#call('GET', '/status')).toPass();
      const { sessionId } = await webkit.#call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
      webkit.#session = `/session/${sessionId}`;
      await webkit.#callSession('POST', '/window/rect', { width: 1280, height: 900 });
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.#driver}${path}`, {
      method,
      body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(answerLimit),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  #callSession<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#call<T>(method, `${this.#session}${path}`, body);
  }

  /** Runs a function in the page, which knows nothing of this file. */
  #run<T>(script: () => T): Promise<T> {
    return this.#callSession<T>('POST', '/execute/sync', { script: `return (${script.toString()})()`, args: [] });
  }

  async #collectErrors(): Promise<void> {
    for (const error of await this.#run(takeErrors)) this.#errors.add(error);
  }

  /** Repeats a look at the page until it finds something, and collects the errors of each page on the way. */
  async #waitFor<T>(wanted: string, look: () => Promise<T | undefined>): Promise<T> {
    let found: T | undefined;
    try {
      await expect(async () => {
        await this.#collectErrors();
        found = await look();
        expect(found, wanted).toBeDefined();
      }).toPass({ timeout: 3 * answerLimit, intervals: [100] });
    } catch (error) {
      const page = await this.#run(() => `${location.href} shows:\n${document.body.innerText}`);
      throw new Error(`No ${wanted}. Uncaught errors: ${[...this.#errors].join('; ') || 'none'}. ${page}`, { cause: error });
    }
    return found as T;
  }

  /** Looks for an element that is shown. Resolves to its path at the driver. */
  async #look(role: Role, name: string | RegExp): Promise<string | undefined> {
    const found = await this.#callSession<Element[]>('POST', '/elements', { using: 'css selector', value: candidates[role] });
    for (const { [elementKey]: id } of found) {
      const path = `/element/${id}`;
      // An element that is not shown has neither name nor role.
      if (!(await this.#callSession<boolean>('GET', `${path}/displayed`))) continue;
      const label = await this.#callSession<string>('GET', `${path}/computedlabel`);
      if (typeof name === 'string' ? label !== name : !name.test(label)) continue;
      if ((await this.#callSession<string>('GET', `${path}/computedrole`)) === role) return path;
    }
    return undefined;
  }

  async #act(role: Role, name: string | RegExp, action: 'click' | 'value', parameters: object): Promise<void> {
    await this.#waitFor(`${role} “${name}”`, async () => {
      const path = await this.#look(role, name);
      if (path) await this.#callSession('POST', `${path}/${action}`, parameters);
      return path;
    });
  }

  async goTo(url: string): Promise<void> {
    await this.#callSession('POST', '/url', { url });
  }

  /** Waits until an element is shown. */
  async find(role: Role, name: string | RegExp): Promise<void> {
    await this.#waitFor(`${role} “${name}”`, () => this.#look(role, name));
  }

  /** Waits until a text is shown. */
  async findText(text: string): Promise<void> {
    await this.#waitFor(`text “${text}”`, async () => (await this.#run(() => document.body.innerText)).includes(text) || undefined);
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    await this.#act(role, name, 'click', {});
  }

  /** Types into a field. */
  async type(name: string, text: string): Promise<void> {
    await this.#act('textbox', name, 'value', { text });
  }

  /** Lists the errors that nothing in a page caught until now. */
  async listErrors(): Promise<string[]> {
    await this.#collectErrors();
    return [...this.#errors];
  }

  async close(): Promise<void> {
    if (this.#session) await this.#callSession('DELETE', '').catch(() => undefined);
    for (const child of this.#processes) child.kill();
  }
}
