import useSWR from 'swr';
import { readSettings } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { listOpenQuestions, openQuestionsKey, type OpenQuestions } from './api';

/** How often the queue is read again, in milliseconds. */
const refreshInterval = 60_000;

/** The questions that wait, the oldest first. */
export function useQueue(isWanted = true) {
  const { id } = useAccount();
  return useSWR<OpenQuestions, unknown>(isWanted ? openQuestionsKey(id) : null, listOpenQuestions, {
    ...readSettings,
    refreshInterval,
  });
}
