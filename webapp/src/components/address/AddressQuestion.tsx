import './address.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { useEscape } from '@/components/useEscape';
import { listDifferences, placeFields, type Place, type PlaceField } from './place';
import { listStateOptions } from './states';
import type { Answer, Question } from './useAddressCheck';

/** Asks which address to save: the typed one or a suggestion of the portal. It takes the focus. */
export function AddressQuestion({ question }: { question: Question }) {
  const { t } = useLingui();
  const { entered, suggestions, messages, credit } = question;
  const [answer, setAnswer] = useState<Answer | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  function decide(decision: Answer): void {
    if (answer !== null) return;
    setAnswer(decision);
    question.answer(decision);
  }
  useEscape(() => decide('backToForm'));

  const changed = placeFields.filter((field) =>
    suggestions.some((suggestion) => listDifferences(entered, suggestion).includes(field)),
  );
  return (
    <section className="address-question" aria-labelledby={`${id}-title`}>
      <h2
        id={`${id}-title`}
        ref={heading}
        tabIndex={-1}
        className="heading-lg address-question__title"
        aria-describedby={`${id}-reason`}
      >
        {suggestions.length > 0 ? (
          <Trans>Which address should we save?</Trans>
        ) : (
          <Trans>Is this address correct?</Trans>
        )}
      </h2>
      <div id={`${id}-reason`}>
        {messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <div className="address-question__choices">
        <Choice
          title={t`You entered`}
          place={entered}
          marked={changed}
          button={t`Keep what I entered`}
          kind="outline"
          isBusy={answer === 'asTyped'}
          onChoose={() => decide('asTyped')}
        />
        {suggestions.map((suggestion, index) => {
          const number = index + 1;
          return (
            <Choice
              key={JSON.stringify(suggestion)}
              title={suggestions.length === 1 ? t`Suggested` : t`Suggested, ${number}`}
              place={suggestion}
              marked={listDifferences(entered, suggestion)}
              button={t`Use the suggestion`}
              isBusy={answer === suggestion}
              onChoose={() => decide(suggestion)}
            />
          );
        })}
      </div>
      <Button
        kind="unstyled"
        className="action"
        isBusy={answer !== null}
        onClick={() => decide('backToForm')}
      >
        <Trans>Back to the form</Trans>
      </Button>
      <p className="fine-print">
        <Trans>
          We check the city, state, and ZIP code against a list of places. We haven’t confirmed mail delivery
          at this address.
        </Trans>{' '}
        {credit}
      </p>
    </section>
  );
}

interface ChoiceProps {
  title: string;
  place: Place;
  /** The fields to highlight. */
  marked: readonly PlaceField[];
  button: string;
  kind?: 'outline';
  isBusy: boolean;
  onChoose: () => void;
}

function Choice({ title, place, marked, button, kind, isBusy, onChoose }: ChoiceProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const labels: Readonly<Record<PlaceField, string>> = {
    line1: t`Street address`,
    line2: t`Apartment, suite, or unit`,
    city: t`City`,
    state: t`State, territory, or military post`,
    zip: t`ZIP code`,
  };
  const formatField = (field: PlaceField) =>
    field === 'state'
      ? (listStateOptions(i18n.locale).find(({ value }) => value === place.state)?.text ?? place.state)
      : place[field];
  return (
    <div className="card address-choice">
      <h3 id={`${id}-title`} className="heading-md">
        {title}
      </h3>
      <dl id={`${id}-place`} className="divided">
        {placeFields
          .filter((field) => place[field] || marked.includes(field))
          .map((field) => (
            <div key={field}>
              <dt>{labels[field]}</dt>
              <dd className="row row--tight">
                <bdi className={marked.includes(field) ? 'text-bold' : ''}>
                  {formatField(field) || t`(empty)`}
                </bdi>
                {marked.includes(field) && (
                  <span className="tag tag--open">
                    <Icon name="info_outline" />
                    <Trans>Different</Trans>
                  </span>
                )}
              </dd>
            </div>
          ))}
      </dl>
      <button
        type="button"
        className={`usa-button ${kind ? `usa-button--${kind}` : ''}`}
        aria-describedby={`${id}-title ${id}-place`}
        aria-disabled={isBusy}
        onClick={onChoose}
      >
        {isBusy ? t`Please wait…` : button}
      </button>
    </div>
  );
}
