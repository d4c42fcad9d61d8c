import { beginProgress, splitProgressHeader } from '../progress/progress';
import { buildCrossSiteHeader } from './crossSite';
import { ApiError, type ErrorReply, type ValidationError } from './errors';
import { storeRequestId, getRequestId } from './requestIds';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

export interface Request {
  /** Below the API's base. */
  path: string;
  headers: Record<string, string>;
  query?: Record<string, string> | undefined;
  body?: unknown;
  /** Of a GET: whether it is sent again after a failure of the network or of the server. */
  isRepeated: boolean;
  signal: AbortSignal;
}

/** An answer as it came, also an error; the names of the headers are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export type ReceivedReply = Pick<Answer, 'text' | 'headers'>;

/** Sends a request and returns its answer. Rejects if no whole answer came. */
export type Send = (method: Method, request: Request) => Promise<Answer>;

const isValidationError = (value: ValidationError | null): boolean => Array.isArray(value?.validationErrors);

/** Reads an answer that is an error, in any of the shapes that the portal and its gateway use. */
function readError({ status, headers, text }: Answer): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Something other than the portal answered.
  }
  const retryAfter = Number(headers['retry-after']);
  const isList = Array.isArray(body);
  const said = (isList ? { code: 'validation' } : (body ?? {})) as ErrorReply;
  return new ApiError(
    status,
    said.code ?? `status${status}`,
    said.message ?? '',
    said.requestId ?? getRequestId(headers),
    isList ? (body as ValidationError[]).filter(isValidationError) : [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    said,
  );
}

/**
 * Sends one request under the progress bar and reads its answer.
 *
 * @param isSameOrigin whether the API is at this origin and gets the cross-site-forgery header
 *
 * Throws the signal's reason if the signal was aborted, otherwise `ApiError`.
 */
export async function sendRequest(
  send: Send,
  method: Method,
  request: Request,
  isSameOrigin: boolean,
): Promise<ReceivedReply> {
  request.signal.throwIfAborted();
  const { isIgnored, sent } = splitProgressHeader(request.headers);
  const headers = { ...sent, ...(isSameOrigin && buildCrossSiteHeader(method)) };
  const endProgress = isIgnored ? undefined : beginProgress();
  try {
    const answer = await send(method, { ...request, headers }).catch((error: unknown) => {
      // Each browser throws an error of its own when the body of an answer is cut; the signal tells why it was.
      request.signal.throwIfAborted();
      throw new ApiError(0, 'network', String(error));
    });
    storeRequestId(answer.headers);
    if (answer.status >= 400) throw readError(answer);
    return answer;
  } finally {
    endProgress?.();
  }
}
