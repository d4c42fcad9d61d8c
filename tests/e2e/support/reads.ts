import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, BrowserContext, Request, TestInfo } from '@playwright/test';

const repository = path.resolve(import.meta.dirname, '../../..');
/** Where a whole run keeps what its tests read; only then is it recorded. */
const folder = process.env.TEST_READS;

type Manifest = Record<string, { file: string; src?: string }>;
let features: Map<string, string> | undefined;

/** The web app's feature that each file of the build is the beginning of. */
function featuresOfFiles(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(path.join(repository, 'webapp/dist/.vite/manifest.json'), 'utf8')) as Manifest;
  return new Map(
    Object.values(manifest).flatMap(({ file, src }) => {
      const feature = /^src\/features\/(\w+)\//.exec(src ?? '')?.[1];
      return feature ? [[`/${file}`, feature] as const] : [];
    }),
  );
}

/** Keeps for `npm test -- --changed` what a spec file asked the portal for: calls, and features of the web app. */
function keep(asked: Set<string>, { file }: TestInfo): void {
  if (!folder || asked.size === 0) return;
  mkdirSync(folder, { recursive: true });
  const line = JSON.stringify({ browser: { [path.relative(repository, file)]: [...asked] } });
  appendFileSync(path.join(folder, `browser-${process.pid}.jsonl`), `${line}\n`);
}

function takeFeature(asked: Set<string>, pathname: string): boolean {
  features ??= featuresOfFiles();
  const feature = features.get(pathname);
  if (feature) asked.add(`feature ${feature}`);
  return feature !== undefined;
}

function take(asked: Set<string>, method: string, address: string): void {
  const { pathname } = new URL(address, 'http://portal');
  if (takeFeature(asked, pathname)) return;
  if (/^\/(api|configuration)\b/.test(pathname)) asked.add(`${method} ${pathname}`);
}

/** Records what the pages of a context ask for, and what is asked in their name. */
export async function recordingContext(context: BrowserContext, test: TestInfo, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  if (!folder) return use(context);
  const asked = new Set<string>();
  context.on('request', (request) => { take(asked, request.method(), request.url()); });
  recordCalls(context.request, asked);
  await use(context);
  keep(asked, test);
}

/** Records the features that the pages of a context load, where nobody is asked for the rest. */
export async function recordingFeatures(context: BrowserContext, test: TestInfo, use: () => Promise<void>): Promise<void> {
  if (!folder) return use();
  const asked = new Set<string>();
  const listen = (request: Request) => void takeFeature(asked, new URL(request.url()).pathname);
  context.on('request', listen);
  await use();
  context.off('request', listen);
  keep(asked, test);
}

/** Records what is asked for without a page. */
export async function recordingRequests(request: APIRequestContext, test: TestInfo, use: (request: APIRequestContext) => Promise<void>): Promise<void> {
  if (!folder) return use(request);
  const asked = new Set<string>();
  recordCalls(request, asked);
  await use(request);
  keep(asked, test);
}

function recordCalls(request: APIRequestContext, asked: Set<string>): void {
  const fetch = request.fetch.bind(request);
  request.fetch = (target, options) => {
    const address = typeof target === 'string' ? target : target.url();
    take(asked, options?.method ?? 'GET', address);
    return fetch(target, options);
  };
}
