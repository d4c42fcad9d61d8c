import { call, type AnswerOf, type BodyOf } from '@/lib/api/call';
import { ignoreProgressBar } from '@/lib/progress/progress';

const tokenPath = '/api/chatbot/data/token';

const questionsPath = '/api/chatbot/questions';

export type ChatToken = AnswerOf<typeof tokenPath, 'get'>;
export type ChatMessage = AnswerOf<
  '/api/chatbot/directline/conversations/{id}/activities',
  'get'
>['activities'][number];
export type AskedQuestion = AnswerOf<typeof questionsPath, 'post'>;

// A conversation goes on from page to page.
const quiet = { lifetime: 'session', headers: { [ignoreProgressBar]: 'true' } } as const;

/** A token for the person's conversation with the assistant. */
export function getChatToken(): Promise<ChatToken> {
  return call('get', tokenPath, quiet);
}

/** Deletes the conversation with all of its messages. */
export function deleteConversation() {
  return call('delete', '/api/chatbot/conversation', quiet);
}

/** Counts the person's verdict on an answer. */
export function rateAnswer(activityId: string, isRight: boolean) {
  return call('post', '/api/chatbot/ratings', { ...quiet, body: { activityId, isRight } });
}

/** Sends a question to support; the same key is the same question. */
export function askSupport(body: BodyOf<typeof questionsPath, 'post'>, key: string): Promise<AskedQuestion> {
  return call('post', questionsPath, {
    ...quiet,
    body,
    headers: { ...quiet.headers, 'Idempotency-Key': key },
  });
}
