import { pause } from '../pause';
import { storeRequestId } from './requestIds';
import type { Answer, Method, Request } from './transport';

/** Statuses of a server that may answer soon. A 429 is not one of them: it says itself when to ask again. */
const passingStatuses: readonly number[] = [500, 502, 503, 504];
const attempts = 3;

async function sendOnce(
  endpoint: string,
  method: Method,
  { path, headers, query, body, signal }: Request,
): Promise<Answer> {
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${endpoint}${path}${search && `?${search}`}`, {
    method: method.toUpperCase(),
    headers: {
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json; charset=UTF-8' }),
    },
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const received = Object.fromEntries(response.headers);
  storeRequestId(received);
  return { status: response.status, headers: received, text: await response.text() };
}

/**
 * Returns a sender of requests without tokens, for paths that are open to everybody. It repeats a GET as Amplify does:
 * twice, after pauses that grow.
 *
 * @param endpoint the API's base without a slash at its end
 */
export const sendByFetch =
  (endpoint: string) =>
  async (method: Method, request: Request): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = method !== 'get' || !request.isRepeated || attempt === attempts;
      try {
        const answer = await sendOnce(endpoint, method, request);
        if (isLast || !passingStatuses.includes(answer.status)) return answer;
      } catch (error) {
        if (isLast || request.signal.aborted) throw error;
      }
      await pause(2 ** attempt * 100 + Math.random() * 100, request.signal);
    }
  };
