import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { deleteConversation, type ChatMessage } from './api';
import { Line, LineError, type LineFailure } from './line';

export interface Conversation {
  messages: readonly ChatMessage[];
  /** Business days within which support answers; null until known. */
  answerBusinessDays: number | null;
  /** False when the assistant of another organization answers. */
  isOwn: boolean;
  /** True until the earlier messages can be read. */
  isOpening: boolean;
  /** The message that awaits an answer. */
  pending: string | null;
  failure: LineFailure | null;
  /** Returns true if the message was answered; otherwise it can be sent again. */
  send: (text: string) => Promise<boolean>;
  clear: () => Promise<void>;
}

function getFailure(error: unknown): LineFailure | null {
  if (isCancelled(error)) return null;
  if (error instanceof LineError) return error.failure;
  return error instanceof ApiError && error.code === 'network' ? 'offline' : 'failed';
}

/** Opens the person's conversation while the panel is shown. */
export function useConversation(): Conversation {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [answerBusinessDays, setAnswerBusinessDays] = useState<number | null>(null);
  const [isOwn, setIsOwn] = useState(true);
  const [isOpening, setIsOpening] = useState(true);
  const [pending, setPending] = useState<string | null>(null);
  const [failure, setFailure] = useState<LineFailure | null>(null);
  const [openings, setOpenings] = useState(0);
  const line = useRef<Line>(null);
  // A message keeps its id until it is answered.
  const unanswered = useRef<{ text: string; id: string }>(null);

  useEffect(() => {
    let isShown = true;
    const newLine = new Line((message) => {
      if (isShown)
        setMessages((before) =>
          // After a deletion in another tab, new messages belong to another conversation.
          [
            ...before.filter(
              ({ id, conversation }) => id !== message.id && conversation.id === message.conversation.id,
            ),
            message,
          ].sort((a, b) => (a.id < b.id ? -1 : 1)),
        );
    });
    line.current = newLine;
    newLine
      .open()
      .then(({ answerBusinessDays, domain }) => {
        if (!isShown) return;
        setAnswerBusinessDays(answerBusinessDays);
        setIsOwn(domain.startsWith('/'));
      })
      .catch((error: unknown) => isShown && setFailure(getFailure(error)))
      .finally(() => isShown && setIsOpening(false));
    return () => {
      isShown = false;
      newLine.close();
    };
  }, [openings]);

  async function send(text: string): Promise<boolean> {
    const { current } = line;
    if (!current || pending !== null) return false;
    if (unanswered.current?.text !== text) unanswered.current = { text, id: crypto.randomUUID() };
    setPending(text);
    setFailure(null);
    try {
      await current.send(text, unanswered.current.id, getCurrentLanguage());
      unanswered.current = null;
      return true;
    } catch (error) {
      setFailure(getFailure(error));
      return false;
    } finally {
      setPending(null);
    }
  }

  async function clear(): Promise<void> {
    await deleteConversation();
    setMessages([]);
    setFailure(null);
    setIsOpening(true);
    setOpenings((count) => count + 1);
  }

  return { messages, answerBusinessDays, isOwn, isOpening, pending, failure, send, clear };
}
