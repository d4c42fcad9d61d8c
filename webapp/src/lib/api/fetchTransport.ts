import { pause } from '../pause';
import { storeRequestId } from './requestIds';
import type { Answer, Method, Request } from './transport';

/** The statuses of a server that may recover soon. A 429 is not included, because it has its own time to retry. */
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
 * Returns a sender of requests without tokens, for public paths. It repeats a GET as Amplify does: twice, with growing
 * pauses.
 *
 * @param endpoint the API's base without a trailing slash
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
