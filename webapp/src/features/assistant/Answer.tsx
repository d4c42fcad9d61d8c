import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { showToast } from '@/components/toasts/toasts';
import { rateAnswer, type ChatMessage } from './api';

/** Links to a source. Portal pages open in this tab; help pages and other sites open in a new tab. */
export function SourceLink({ title, href }: ChatMessage['channelData']['sources'][number]) {
  const { t } = useLingui();
  if (href.startsWith('/') && !href.endsWith('.html')) {
    return <Link to={href}>{title}</Link>;
  }
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {title}
      <Icon name="launch" />
      <span className="usa-sr-only">{t`(opens in a new tab)`}</span>
    </a>
  );
}

const telephonePattern = /\b(911|988|(?:1-)?\d{3}-\d{3}-\d{4})\b/;

/** The text of an answer, with links that dial its telephone numbers. */
export function AnswerText({ text }: { text: string }) {
  return text.split('\n').map((paragraph, index) => (
    <p key={index}>
      {paragraph.split(telephonePattern).map((part, partIndex) =>
        partIndex % 2 === 1 ? (
          <a key={partIndex} href={`tel:${part}`}>
            {part}
          </a>
        ) : (
          <span key={partIndex}>{part}</span>
        ),
      )}
    </p>
  ));
}

function getAbsoluteUrl(href: string): string {
  return new URL(href, window.location.origin).href;
}

interface ChoicesProps {
  choices: readonly { title: string; value: string }[];
  isBusy: boolean;
  onChoose: (text: string) => void;
}

/** Buttons that each send their value as a message. */
export function Choices({ choices, isBusy, onChoose }: ChoicesProps) {
  return (
    <ul className="usa-list--unstyled stack chat__choices">
      {choices.map(({ title, value }) => (
        <li key={value}>
          <Button kind="outline" isBusy={isBusy} onClick={() => onChoose(value)}>
            {title}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface AnswerProps {
  message: ChatMessage;
  /** False for an answer of another assistant, which has no sources and is not rated. */
  isOwn: boolean;
  isBusy: boolean;
  onChoose: (text: string) => void;
  onAskSupport: () => void;
}

/** An answer with its sources, its choices, and buttons to rate it. */
export function Answer({ message, isOwn, isBusy, onChoose, onAskSupport }: AnswerProps) {
  const { t } = useLingui();
  const [isRated, setIsRated] = useState(false);
  const { outcome, sources } = message.channelData;
  const choices = message.suggestedActions.actions;
  const isAnswer = isOwn && outcome === 'answer';

  async function copy() {
    const sourceLines = sources.map(({ title, href }) => `${title}: ${getAbsoluteUrl(href)}`);
    try {
      await navigator.clipboard.writeText([message.text, '', ...sourceLines].join('\n'));
      showToast(t`Copied the answer with its source.`);
    } catch {
      showToast(t`We couldn’t copy the answer. Select the text to copy it.`, 'failure');
    }
  }

  async function rate(isRight: boolean) {
    setIsRated(true);
    try {
      await rateAnswer(message.id, isRight);
    } catch {
      setIsRated(false);
      showToast(t`We couldn’t send your feedback. Try again.`, 'failure');
    }
  }

  return (
    <li className="chat__answer quote">
      <span className="usa-sr-only">{t`Assistant:`}</span>
      <AnswerText text={message.text} />
      {choices.length > 0 ? (
        <Choices choices={choices} isBusy={isBusy} onChoose={onChoose} />
      ) : (
        sources.length > 0 && (
          <p className="row row--tight">
            {isAnswer && <span>{t`Quoted from`}</span>}
            {sources.map((source) => (
              <SourceLink key={source.href} {...source} />
            ))}
          </p>
        )
      )}
      {(outcome === 'unknown' || outcome === 'person') && (
        <Button kind="outline" onClick={onAskSupport}>
          {t`Talk to a person`}
        </Button>
      )}
      {isAnswer && (
        <div className="row">
          <Button kind="unstyled" onClick={copy}>
            {t`Copy with source`}
          </Button>
          {isRated ? (
            <span role="status">
              <Trans>Thank you.</Trans>
            </span>
          ) : (
            <span className="row row--tight" role="group" aria-label={t`Was this right?`}>
              <span aria-hidden="true">{t`Was this right?`}</span>
              <Button kind="unstyled" onClick={() => rate(true)}>
                {t`Yes`}
              </Button>
              <Button kind="unstyled" onClick={() => rate(false)}>
                {t`No`}
              </Button>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
