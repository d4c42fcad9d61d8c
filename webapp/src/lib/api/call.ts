import type { paths } from '@/generated/openapi';
import { session, signedInCode } from '../auth/session';
import type { Configuration } from '../config/configuration';
import { i18n } from '../i18n/language';
import { createStore } from '../store';
import { ApiError, CancelledError } from './errors';
import { keepCallsTo, whilePending } from './pending';
import { sendByFetch } from './fetchTransport';
import { transfer, type Method, type Received, type Request } from './transport';

type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** The paths of the contract that know the method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths] &
  `/api/${string}`;

type JsonOf<R> = R extends { content: { 'application/json': infer J } } ? J : undefined;
type SuccessOf<R> =
  R extends Record<200, infer A>
    ? JsonOf<A>
    : R extends Record<201, infer A>
      ? JsonOf<A>
      : R extends Record<202, infer A>
        ? JsonOf<A>
        : undefined;

/** What a successful call answers. */
export type AnswerOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? SuccessOf<R> : never;

/** The body that a call takes. */
export type BodyOf<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;

type BodyOption<P extends keyof paths, M extends Method> = [BodyOf<P, M>] extends [never]
  ? { body?: never }
  : { body: BodyOf<P, M> };

/** The names of a path's parameters. */
type ParametersIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never;

/** The values of a path's parameters by their names. */
export type ParametersOf<P extends string> = Readonly<Record<ParametersIn<P>, string>>;

type ParametersOption<P extends string> = [ParametersIn<P>] extends [never]
  ? { parameters?: never }
  : { parameters: ParametersOf<P> };

interface CommonOptions {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A call of the session survives every change of page; one of the page does not. */
  lifetime?: 'page' | 'session';
  /** Of a GET: whether it is repeated when it fails; not where the portal itself has already asked again. */
  isRepeated?: boolean;
  /** Gives the call up; its reason is what the call then throws. */
  signal?: AbortSignal;
}

export type CallOptions<P extends keyof paths, M extends Method> = CommonOptions &
  BodyOption<P, M> &
  ParametersOption<P>;

/** Whether a call of the path can do without options. */
type NeedsOptions<P extends keyof paths, M extends Method> = [BodyOf<P, M>, ParametersIn<P>] extends [
  never,
  never,
]
  ? false
  : true;

/** Returns the path of the contract with the values of its parameters. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** Calls that need no sign-in and must not carry tokens: the operations of the contract without security. */
const publicPaths =
  /lookups|addressvalidation|startupcostestimate|walletrequests|pageratings|unsubscribe|(names|api)\/search|companies/;

/** Whether a path of the contract answers everybody, and is asked without tokens. */
export function isPublic(path: string): boolean {
  return publicPaths.test(path);
}

/** Whether a call was refused because the terms in force are not accepted, until that is seen to. */
export const refusedForTerms = createStore(() => false);

/** The API's base, without a slash at its end. */
const endpoint = createStore(() => '');

/** Tells the calls where the API is and which of them survive a change of page. */
export function configureCalls({ webApiUrl, businessOneStop }: Configuration): void {
  endpoint.set(new URL(webApiUrl, window.location.origin).href.replace(/\/$/, ''));
  keepCallsTo(businessOneStop.unCancellableApiEndpoints);
}

/** The web API's base stands for this prefix of the contract's paths. */
const contractPrefix = '/api';

type AnyOptions = CommonOptions & { body?: unknown; parameters?: Readonly<Record<string, string>> };

/** Runs a call with the tokens of the signed-in person, and renews the session once when it has run out. */
async function runSignedIn(send: () => Promise<Received>): Promise<Received> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'termsNotAccepted') refusedForTerms.set(true);
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
  const port = await session().port();
  if (await port.tokens(true)) {
    try {
      return await send();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session().expire();
      throw error;
    }
  }
  session().expire();
  throw new ApiError(401, 'sessionEnded');
}

/** Sends a request with everything that each request carries. A public one needs no code of signed-in people. */
async function exchange(method: Method, path: string, options: AnyOptions = {}): Promise<Received> {
  async function attempt(signal: AbortSignal): Promise<Received> {
    const request: Request = {
      path: fillPath(path, options.parameters).slice(contractPrefix.length),
      isRepeated: options.isRepeated ?? true,
      headers: { ...options.headers, 'Accept-Language': i18n().locale },
      query: options.query,
      body: options.body,
      signal,
    };
    const isSameOrigin = new URL(endpoint.current()).origin === window.location.origin;
    if (isPublic(path)) return transfer(sendByFetch(endpoint.current()), method, request, isSameOrigin);
    await session().port();
    const { sendByAmplify } = await signedInCode.current()();
    return runSignedIn(() => transfer(sendByAmplify, method, request, isSameOrigin));
  }

  return whilePending(path, options.lifetime ?? 'page', attempt, options.signal);
}

/** What an answer says; one without a body says nothing. An unreadable one is as good as none. */
function jsonIn(text: string): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(0, 'unreadable');
  }
}

/**
 * Calls the portal's API by the generated contract.
 *
 * A 401 renews the session once and repeats the call; when that does not help, the session has ended.
 * Throws `ApiError`, or `CancelledError` when the person moved on to another page.
 */
export async function call<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  ...[options]: NeedsOptions<P, M> extends true ? [CallOptions<P, M>] : [CallOptions<P, M>?]
): Promise<AnswerOf<P, M>> {
  const { text } = await exchange(method, path, options);
  return jsonIn(text) as AnswerOf<P, M>;
}

/**
 * Reads a path of the API in another form than JSON, such as `text/csv`; throws what `call` throws. The names of the
 * headers are in lower case.
 */
export async function readAs(
  mediaType: string,
  path: PathsWith<'get'>,
  options: CommonOptions = {},
): Promise<Received> {
  return exchange('get', path, { ...options, headers: { ...options.headers, Accept: mediaType } });
}

/** Whether a failure is only a call that was given up. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError;
}
