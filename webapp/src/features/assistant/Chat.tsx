import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { Button } from '@/components/Button';
import { useDialogs } from '@/components/dialogs/dialogs';
import { showToast } from '@/components/toasts/toasts';
import { Answer, Choices } from './Answer';
import type { LineFailure } from './line';
import { useConversation } from './useConversation';
import '@/styles/forms.scss';
import './assistant.scss';

const AskSupport = createLazyComponent(async () => (await import('./AskSupport')).AskSupport);

const maxCharacters = 1000;

function useFailureText(failure: LineFailure | null): string | null {
  const { t } = useLingui();
  if (failure === null) return null;
  return {
    offline: t`You are offline. Your message is still in the box. Send it again when you are back online.`,
    tooMany: t`You sent many messages at once. Wait a minute, then send the message again.`,
    full: t`This conversation is too long. Delete it to start another one.`,
    failed: t`The assistant isn’t responding. Your message is still in the box. Send it again in a moment.`,
  }[failure];
}

/** The panel with the conversation. */
export function Chat() {
  const { t } = useLingui();
  const dialogs = useDialogs();
  const { messages, answerBusinessDays, isOwn, isOpening, pending, failure, send, clear } = useConversation();
  const [isAsking, setIsAsking] = useState(false);
  const problem = useFailureText(failure);
  const [text, setText] = useState('');
  const log = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const isAnswerAwaited = useRef(false);
  const id = useId();
  const isBusy = pending !== null;
  const trimmedText = text.trim();
  const excessCharacters = trimmedText.length - maxCharacters;

  useEffect(() => {
    // The panel focuses its title when it opens. Focus the box after that.
    if (!isAsking) queueMicrotask(() => box.current?.focus({ preventScroll: true }));
  }, [isAsking]);

  useEffect(() => {
    const { current } = log;
    if (current) current.scrollTop = current.scrollHeight;
  }, [messages, pending, problem, isAsking]);

  useEffect(() => {
    if (!isAnswerAwaited.current || messages.at(-1)?.channelData.outcome !== 'person') return;
    isAnswerAwaited.current = false;
    setIsAsking(true);
  }, [messages]);

  async function submit(message: string) {
    if (!message || isBusy || excessCharacters > 0) return;
    isAnswerAwaited.current = true;
    box.current?.focus();
    setText('');
    if (!(await send(message))) setText((newText) => newText || message);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Safari ends a composition before its Enter event, which only the deprecated key code 229 identifies.
    // oxlint-disable-next-line typescript/no-deprecated
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    void submit(trimmedText);
  }

  async function deleteMessages() {
    const isConfirmed = await dialogs.confirmDelete({
      body: t`We delete all messages in this conversation for good.`,
    });
    if (isConfirmed)
      try {
        await clear();
      } catch {
        showToast(t`The conversation could not be deleted. Try again.`, 'failure');
      }
    box.current?.focus();
  }

  if (isAsking)
    return (
      <Suspense>
        <AskSupport
          messages={isOwn ? messages : []}
          answerBusinessDays={answerBusinessDays}
          onClose={() => setIsAsking(false)}
        />
      </Suspense>
    );
  return (
    <>
      <div
        ref={log}
        className="chat__log"
        role="log"
        aria-label={t`Conversation`}
        aria-busy={isOpening}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard
        tabIndex={0}
      >
        <p className="quiet">
          {!isOwn && (
            <Trans>
              Another service answers here. It receives what you write, your name, and a key to act for you in
              this portal. Do not enter passwords or Social Security numbers.
            </Trans>
          )}
          {isOwn && (
            <Trans>
              Ask about this portal. The assistant quotes our pages and tells you which one. It gives no
              advice and changes nothing. We delete the conversation a day after the last message.
            </Trans>
          )}
        </p>
        {isOwn && !isOpening && messages.length === 0 && (
          <Choices
            choices={[t`What do I owe?`, t`How do I renew my car registration?`, t`I moved`].map((title) => ({
              title,
              value: title,
            }))}
            isBusy={isBusy}
            onChoose={(choice) => void submit(choice)}
          />
        )}
        <ol className="usa-list--unstyled stack">
          {messages.map((message) =>
            message.channelData.outcome === null ? (
              <li key={message.id} className="chat__question">
                <span className="usa-sr-only">{t`You:`}</span>
                <p>{message.text}</p>
              </li>
            ) : (
              <Answer
                key={message.id}
                message={message}
                isOwn={isOwn}
                isBusy={isBusy}
                onChoose={(choice) => void submit(choice)}
                onAskSupport={() => setIsAsking(true)}
              />
            ),
          )}
          {isBusy && !messages.at(-1)?.text.startsWith(pending) && (
            <li className="chat__question quiet">
              <p>{pending}</p>
            </li>
          )}
        </ol>
        {problem && <p className="quote chat__problem">{problem}</p>}
      </div>
      <form
        className="form chat__form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(trimmedText);
        }}
      >
        <label htmlFor={`${id}-box`} className="usa-label">
          {t`Your question`}
        </label>
        <textarea
          ref={box}
          id={`${id}-box`}
          className="usa-input"
          rows={2}
          value={text}
          aria-describedby={excessCharacters > 0 ? `${id}-length` : undefined}
          aria-invalid={excessCharacters > 0 || undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        {excessCharacters > 0 && (
          <p id={`${id}-length`} className="usa-error-message">
            {t`Messages can have up to ${maxCharacters} characters. Shorten yours.`}
          </p>
        )}
        <div className="row">
          <button type="submit" className="usa-button" aria-disabled={isBusy}>
            {isBusy ? t`Please wait…` : t`Send`}
          </button>
          <Button kind="unstyled" onClick={() => setIsAsking(true)}>
            {t`Talk to a person`}
          </Button>
          {isOwn && messages.length > 0 && (
            <Button kind="unstyled" onClick={deleteMessages}>
              {t`Delete the conversation`}
            </Button>
          )}
        </div>
      </form>
    </>
  );
}
