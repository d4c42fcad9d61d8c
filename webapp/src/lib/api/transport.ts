import { beginProgress, splitProgressHeader } from '../progress/progress';
import { buildCrossSiteHeader } from './crossSite';
import { ApiError, type ErrorReply, type ValidationError } from './errors';
import { storeRequestId, getRequestId } from './requestIds';

export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

export interface Request {
  /** The path below the API's base. */
  path: string;
  headers: Record<string, string>;
  query?: Record<string, string> | undefined;
  body?: unknown;
  /** For a GET: true repeats it after a failure of the network or of the server. */
  isRepeated: boolean;
  signal: AbortSignal;
}

/** A reply as received, also an error; the names of the headers are in lower case. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export type ReceivedReply = Pick<Answer, 'text' | 'headers'>;

/** Sends a request and returns its reply. Rejects if no complete reply arrived. */
export type Send = (method: Method, request: Request) => Promise<Answer>;

const isValidationError = (value: ValidationError | null): boolean => Array.isArray(value?.validationErrors);

/** Parses an error reply, in any format of the portal and its gateway. */
function readError({ status, headers, text }: Answer): ApiError {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // The reply came from another server than the portal.
  }
  const retryAfter = Number(headers['retry-after']);
  const isList = Array.isArray(body);
  const reported = (isList ? { code: 'validation' } : (body ?? {})) as ErrorReply;
  return new ApiError(
    status,
    reported.code ?? `status${status}`,
    reported.message ?? '',
    reported.requestId ?? getRequestId(headers),
    isList ? (body as ValidationError[]).filter(isValidationError) : [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    reported,
  );
}

/**
 * Sends one request with the progress bar and reads its reply.
 *
 * @param isSameOrigin true if the API is at this origin and gets the cross-site-forgery header
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
      // Browsers throw different errors when the body of a reply is cut; the signal has the reason.
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
