import { del, get, patch, post, put } from '@aws-amplify/api-rest';
import { portalApi } from '../auth/amplify';
import { storeRequestId } from './requestIds';
import type { Answer, Method, Request } from './transport';

const operations = { get, put, post, patch, delete: del };

interface Failure {
  response?: { statusCode: number; headers: Record<string, string>; body?: string };
}

/** Sends a request with the tokens of the signed-in person. */
export async function sendByAmplify(
  method: Method,
  { path, headers, query, body, isRepeated, signal }: Request,
): Promise<Answer> {
  const operation = operations[method]({
    apiName: portalApi,
    path,
    options: {
      headers,
      ...(query && { queryParams: query }),
      ...(body !== undefined && { body: body as Record<string, never> }),
      ...(method === 'get' && {
        retryStrategy: {
          strategy: isRepeated ? ('jittered-exponential-backoff' as const) : ('no-retry' as const),
        },
      }),
    },
  });
  const cancel = () => operation.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answer = await operation.response;
    storeRequestId(answer.headers);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: 'body' in answer ? await answer.body.text() : '',
    };
  } catch (error) {
    const { response } = error as Failure;
    if (!response) throw error;
    return { status: response.statusCode, headers: response.headers, text: response.body ?? '' };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
