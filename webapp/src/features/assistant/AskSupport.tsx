import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Link, generatePath } from 'react-router';
import { formatDay } from '@/lib/i18n/dates';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { panels } from '@/lib/panels/panels';
import { paths } from '@/lib/paths';
import { useAction } from '@/lib/forms/useAction';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { Button } from '@/components/Button';
import { AnswerText, SourceLink } from './Answer';
import { askSupport, type AskedQuestion, type ChatMessage } from './api';

const maxCharacters = 2000;
const maxMessages = 30;

interface AskSupportProps {
  messages: readonly ChatMessage[];
  /** Business days within which support answers; null until known. */
  answerBusinessDays: number | null;
  onClose: () => void;
}

/** Form that sends a question to support, optionally with messages of the conversation. */
export function AskSupport({ messages, answerBusinessDays, onClose }: AskSupportProps) {
  const { t } = useLingui();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const latestMessages = messages.slice(-maxMessages);
  const [text, setText] = useState(() => findOpenQuestion(messages));
  const [isMissing, setIsMissing] = useState(false);
  const [withMessages, setWithMessages] = useState(true);
  const [asked, setAsked] = useState<AskedQuestion | null>(null);
  const { isBusy, problem, run } = useAction();
  // A question keeps its key until it changes, so that support gets it once even if a reply is lost.
  const attempt = useRef({ content: '', key: '' });
  const isTooLong = text.trim().length > maxCharacters;

  useEffect(() => heading.current?.focus(), [asked]);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(!text.trim());
    if (!text.trim() || isTooLong) {
      box.current?.focus();
      return;
    }
    const body = {
      text: text.trim(),
      language: getCurrentLanguage(),
      activityIds: withMessages ? latestMessages.map((message) => message.id) : [],
    };
    const content = JSON.stringify(body);
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
    void run(async () => setAsked(await askSupport(body, attempt.current.key)));
  }

  if (asked) return <Sent asked={asked} heading={heading} onClose={onClose} />;
  const error = isMissing && !text.trim() ? t`Write your question.` : null;
  const tooLong = isTooLong ? t`Questions can have up to ${maxCharacters} characters. Shorten yours.` : null;
  return (
    <form className="form chat__support" noValidate onSubmit={submit}>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Talk to a person</Trans>
      </h3>
      <p>
        {answerBusinessDays === null ? (
          <Trans>A support agent reads your question. You get the answer in your inbox.</Trans>
        ) : (
          <Trans>
            A support agent reads your question and aims to answer within{' '}
            <Plural value={answerBusinessDays} one="# business day" other="# business days" />. You get the
            answer in your inbox.
          </Trans>
        )}
      </p>
      <label htmlFor={`${id}-text`} className="usa-label">
        {t`Your question to support`}
      </label>
      <textarea
        ref={box}
        id={`${id}-text`}
        className="usa-input"
        rows={5}
        value={text}
        aria-invalid={Boolean(error ?? tooLong)}
        aria-describedby={error || tooLong ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {(error ?? tooLong) && (
        <p id={`${id}-error`} className="usa-error-message" role="alert">
          {error ?? tooLong}
        </p>
      )}
      {latestMessages.length > 0 && (
        <>
          <div className="usa-checkbox">
            <input
              id={`${id}-with`}
              type="checkbox"
              className="usa-checkbox__input"
              checked={withMessages}
              onChange={(event) => setWithMessages(event.target.checked)}
            />
            <label className="usa-checkbox__label" htmlFor={`${id}-with`}>
              <Plural
                value={latestMessages.length}
                one="Include # message from this conversation"
                other="Include # messages from this conversation"
              />
            </label>
          </div>
          {withMessages && (
            <details className="chat__transcript">
              <summary>{t`See what is sent`}</summary>
              <ol className="usa-list--unstyled stack quote">
                {latestMessages.map((message) => (
                  <li key={message.id}>
                    <b>{message.channelData.outcome === null ? t`You:` : t`Assistant:`}</b> {message.text}
                  </li>
                ))}
              </ol>
            </details>
          )}
        </>
      )}
      {problem && (
        <p className="quote chat__problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <SubmitButton text={t`Send to support`} isSubmitting={isBusy} kind="plain" />
        <Button kind="outline" onClick={onClose}>
          {t`Back to the assistant`}
        </Button>
      </div>
    </form>
  );
}

interface SentProps {
  asked: AskedQuestion;
  heading: React.RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
}

/** Confirms that support has the question, and shows telephone numbers for an emergency that it mentions. */
function Sent({ asked: { number, messageId, expectedOn, crisis }, heading, onClose }: SentProps) {
  const { t, i18n } = useLingui();
  const day = formatDay(expectedOn, i18n.locale);
  return (
    <div className="form chat__support">
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Support has your question</Trans>
      </h3>
      {crisis && (
        <div className="quote chat__problem">
          <AnswerText text={crisis.text} />
          <p className="row row--tight">
            {crisis.sources.map((source) => (
              <SourceLink key={source.href} {...source} />
            ))}
          </p>
        </div>
      )}
      <p>
        <Trans>
          Your question number is {number}. Support aims to answer by {day}. You get the answer in your inbox,
          and we notify you as your contact preferences say.
        </Trans>
      </p>
      <p>
        <Link to={generatePath(paths.portalMessage, { id: messageId })} onClick={() => panels.close()}>
          <Trans>See your question in the inbox</Trans>
        </Link>
      </p>
      <Button kind="outline" onClick={onClose}>
        {t`Back to the assistant`}
      </Button>
    </div>
  );
}

/** Returns the last question if the assistant could not answer it, or an empty text. */
function findOpenQuestion(messages: readonly ChatMessage[]): string {
  const last = messages.at(-1);
  if (last?.channelData.outcome !== 'unknown') return '';
  return messages.find((message) => message.id === last.replyToId)?.text ?? '';
}
