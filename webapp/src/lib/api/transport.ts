import { del, get, patch, post, put } from '@aws-amplify/api-rest';
import { portalApi, publicApi } from '../auth/amplify';
import { beginProgress, progressHeaders } from '../progress/progress';
import { crossSiteHeader } from './crossSite';
import { ApiError, type Said, type ValidationError } from './errors';
import { noteRequestId, requestIdIn } from './requestIds';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

const send = { get, put, post, patch, delete: del };

export interface Request {
  path: string;
  isPublic: boolean;
  isRepeated: boolean;
  isSameOrigin: boolean;
  headers: Record<string, string>;
  query?: Record<string, string> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** An answer as it came; the names of the headers are in lower case. */
export interface Received {
  text: string;
  headers: Readonly<Record<string, string>>;
}

interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
}

const isValidationError = (value: ValidationError | null): boolean => Array.isArray(value?.validationErrors);

/** Reads an answer that is an error, in any of the shapes that the portal and its gateway use. */
function errorOf(answer: Answer): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(answer.body ?? '');
  } catch {
    // Something other than the portal answered.
  }
  const retryAfter = Number(answer.headers['retry-after']);
  const isList = Array.isArray(body);
  const said = (isList ? { code: 'validation' } : (body ?? {})) as Said;
  return new ApiError(
    answer.statusCode,
    said.code ?? `status${answer.statusCode}`,
    said.message ?? '',
    said.requestId ?? requestIdIn(answer.headers),
    isList ? (body as ValidationError[]).filter(isValidationError) : [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    said,
  );
}

interface Failure {
  response?: Answer;
}

/**
 * Sends one request by Amplify and reads its answer. Only a GET is repeated, when it may be.
 *
 * Throws the signal's reason if the signal was aborted, otherwise `ApiError`.
 */
export async function transfer(method: Method, request: Request): Promise<Received> {
  request.signal?.throwIfAborted();
  const { isIgnored, sent } = progressHeaders(request.headers);
  const operation = send[method]({
    apiName: request.isPublic ? publicApi : portalApi,
    path: request.path,
    options: {
      headers: { ...sent, ...(request.isSameOrigin && crossSiteHeader(method)) },
      ...(request.query && { queryParams: request.query }),
      ...(request.body !== undefined && { body: request.body as Record<string, never> }),
      ...(method === 'get' && {
        retryStrategy: {
          strategy: request.isRepeated ? ('jittered-exponential-backoff' as const) : ('no-retry' as const),
        },
      }),
    },
  });
  const endProgress = isIgnored ? undefined : beginProgress();
  const cancel = () => operation.cancel();
  request.signal?.addEventListener('abort', cancel, { once: true });
  try {
    const answer = await operation.response;
    noteRequestId(answer.headers);
    return { text: 'body' in answer ? await answer.body.text() : '', headers: answer.headers };
  } catch (error) {
    // Each browser throws an error of its own when the body of an answer is cut; the signal tells why it was.
    request.signal?.throwIfAborted();
    const { response } = error as Failure;
    if (response) noteRequestId(response.headers);
    throw response ? errorOf(response) : new ApiError(0, 'network', String(error));
  } finally {
    endProgress?.();
    request.signal?.removeEventListener('abort', cancel);
  }
}
