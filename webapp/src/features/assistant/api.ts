import { call, type AnswerOf } from '@/lib/api/call';
import { ignoreProgressBar } from '@/lib/progress/progress';

const tokenPath = '/api/chatbot/data/token';

export type ChatToken = AnswerOf<typeof tokenPath, 'get'>;
export type ChatMessage = AnswerOf<
  '/api/chatbot/directline/conversations/{id}/activities',
  'get'
>['activities'][number];

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
