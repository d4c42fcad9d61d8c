import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { ignoreProgressBar } from '@/lib/progress/progress';

const tokenPath = '/api/chatbot/data/token';

const questionsPath = '/api/chatbot/questions';

export type ChatToken = AnswerBody<typeof tokenPath, 'get'>;
export type ChatMessage = AnswerBody<
  '/api/chatbot/directline/conversations/{id}/activities',
  'get'
>['activities'][number];
export type AskedQuestion = AnswerBody<typeof questionsPath, 'post'>;

// A conversation continues when the page changes.
const conversationOptions = { lifetime: 'session', headers: { [ignoreProgressBar]: 'true' } } as const;

/** Returns a token for the person's conversation with the assistant. */
export function getChatToken(): Promise<ChatToken> {
  return call('get', tokenPath, conversationOptions);
}

/** Deletes the conversation with all of its messages. */
export function deleteConversation() {
  return call('delete', '/api/chatbot/conversation', conversationOptions);
}

/** Rates an answer of the assistant as right or wrong. */
export function rateAnswer(activityId: string, isRight: boolean) {
  return call('post', '/api/chatbot/ratings', { ...conversationOptions, body: { activityId, isRight } });
}

/** Sends a question to support; a repeated key sends no second question. */
export function askSupport(
  body: RequestBody<typeof questionsPath, 'post'>,
  key: string,
): Promise<AskedQuestion> {
  return call('post', questionsPath, {
    ...conversationOptions,
    body,
    headers: { ...conversationOptions.headers, 'Idempotency-Key': key },
  });
}
