import type { paths } from '@/generated/openapi';
import { getSession, loadSignedInCode } from '../auth/session';
import type { Configuration } from '../config/configuration';
import { getI18n } from '../i18n/language';
import { createStore } from '../store';
import { ApiError, CancelledError } from './errors';
import { setUncancellableEndpoints, runWhilePending } from './pending';
import { sendByFetch } from './fetchTransport';
import { sendRequest, type Method, type ReceivedReply, type Request } from './transport';

type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

/** The paths of the contract that support the method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths] &
  `/api/${string}`;

type JsonBody<R> = R extends { content: { 'application/json': infer J } } ? J : undefined;
type SuccessBody<R> =
  R extends Record<200, infer A>
    ? JsonBody<A>
    : R extends Record<201, infer A>
      ? JsonBody<A>
      : R extends Record<202, infer A>
        ? JsonBody<A>
        : undefined;

/** The body of a successful reply. */
export type AnswerBody<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer R } ? SuccessBody<R> : never;

/** The body of a request. */
export type RequestBody<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;

type BodyOption<P extends keyof paths, M extends Method> = [RequestBody<P, M>] extends [never]
  ? { body?: never }
  : { body: RequestBody<P, M> };

/** The names of a path's parameters. */
type PathParameterName<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** The values of a path's parameters by name. */
export type PathParameters<P extends string> = Readonly<Record<PathParameterName<P>, string>>;

type ParametersOption<P extends string> = [PathParameterName<P>] extends [never]
  ? { parameters?: never }
  : { parameters: PathParameters<P> };

interface CommonOptions {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A call with the scope of the session survives navigation; one of the page does not. */
  lifetime?: 'page' | 'session';
  /**
   * For a GET: false disables repeats after a failure, for example when the portal itself has already repeated a
   * request.
   */
  isRepeated?: boolean;
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal;
}

export type CallOptions<P extends keyof paths, M extends Method> = CommonOptions &
  BodyOption<P, M> &
  ParametersOption<P>;

/** True if a call of the path needs no options. */
type NeedsOptions<P extends keyof paths, M extends Method> = [
  RequestBody<P, M>,
  PathParameterName<P>,
] extends [never, never]
  ? false
  : true;

/** Returns the path of the contract with the values of its parameters. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** The calls that need no sign-in and must not carry tokens: the operations of the contract without security. */
const publicPathPattern =
  /lookups|addressvalidation|startupcostestimate|walletrequests|pageratings|unsubscribe|(names|api)\/search|companies/;

/** Returns whether a path of the contract is public and called without tokens. */
export function isPublic(path: string): boolean {
  return publicPathPattern.test(path);
}

/** True after a call was refused because the terms in force are not accepted, until the person accepts them. */
export const refusedForTerms = createStore(() => false);

/** The API's base, without a trailing slash. */
const endpoint = createStore(() => '');

/** Sets the API's base and the calls that survive navigation. */
export function configureCalls({ webApiUrl, businessOneStop }: Configuration): void {
  endpoint.set(new URL(webApiUrl, window.location.origin).href.replace(/\/$/, ''));
  setUncancellableEndpoints(businessOneStop.unCancellableApiEndpoints);
}

/** The prefix of the contract's paths that the web API's base replaces. */
const contractPrefix = '/api';

type AnyOptions = CommonOptions & { body?: unknown; parameters?: Readonly<Record<string, string>> };

/** Sends a request with the common headers. A public request needs no code of signed-in people. */
async function exchange(method: Method, path: string, options: AnyOptions = {}): Promise<ReceivedReply> {
  async function attempt(signal: AbortSignal): Promise<ReceivedReply> {
    const request: Request = {
      path: fillPath(path, options.parameters).slice(contractPrefix.length),
      isRepeated: options.isRepeated ?? true,
      headers: { ...options.headers, 'Accept-Language': getI18n().locale },
      query: options.query,
      body: options.body,
      signal,
    };
    const isSameOrigin = new URL(endpoint.current()).origin === window.location.origin;
    if (isPublic(path)) return sendRequest(sendByFetch(endpoint.current()), method, request, isSameOrigin);
    await getSession().port();
    const { renewOnExpiry, sendByAmplify } = await loadSignedInCode.current()();
    const sendOnce = () => sendRequest(sendByAmplify, method, request, isSameOrigin);
    return renewOnExpiry(getSession(), refusedForTerms, sendOnce);
  }

  return runWhilePending(path, options.lifetime ?? 'page', attempt, options.signal);
}

/** Parses a reply; undefined without a body. An unreadable reply counts as no reply. */
function parseJson(text: string): unknown {
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
 * A 401 renews the session once and repeats the call; a second 401 ends the session, which no call renews until the
 * person signs in again. Throws `ApiError`, or `CancelledError` after navigation to another page.
 */
export async function call<M extends Method, P extends PathsWith<M>>(
  method: M,
  path: P,
  ...[options]: NeedsOptions<P, M> extends true ? [CallOptions<P, M>] : [CallOptions<P, M>?]
): Promise<AnswerBody<P, M>> {
  const { text } = await exchange(method, path, options);
  return parseJson(text) as AnswerBody<P, M>;
}

/**
 * Reads a path of the API in a format other than JSON, such as `text/csv`; throws the errors of `call`. The names of
 * the headers are in lower case.
 */
export async function readAs(
  mediaType: string,
  path: PathsWith<'get'>,
  options: CommonOptions = {},
): Promise<ReceivedReply> {
  return exchange('get', path, { ...options, headers: { ...options.headers, Accept: mediaType } });
}

/** Returns whether the error is of a canceled call. */
export function isCancelled(error: unknown): boolean {
  return error instanceof CancelledError;
}
