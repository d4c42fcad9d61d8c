import type { Answers, Json } from './state';

/** An answer of the portal; without a body, `json` is undefined. */
export interface Reply {
  status: number;
  json?: unknown;
}

/** What the portal is asked: its method, and its address from the path on. */
export interface Asked {
  method: string;
  path: string;
}

const refusal = (status: number): Reply => ({ status, json: { code: 'unavailable', message: 'x', requestId: 'a1b2c3d4' } });

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('**') ? path.startsWith(pattern.slice(0, -2)) : path.endsWith(pattern);

/**
 * What a state answers, out of what the portal answers.
 *
 * @param answers how they differ
 * @param path the request's path and query
 * @param original asks the portal
 * @returns the answer, `never`, or null where the portal's own answer stands
 */
export async function answerOf(answers: Answers, path: string, original: () => Promise<Reply>): Promise<Reply | 'never' | null> {
  const found = Object.entries(answers).find(([pattern]) => matches(pattern, path));
  if (!found) return null;
  let [, answer] = found;
  if (typeof answer === 'function') answer = answer.length === 0 ? (answer as () => Json)() : answer((await original()).json as Json);
  if (answer === 'never') return 'never';
  if (typeof answer === 'number') return refusal(answer);
  if (Array.isArray(answer)) return { status: answer[0] as number, json: answer[1] as Json };
  return { status: 200, json: answer };
}
