import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Alert } from '@/components/Alert';
import { answerInWords, answersIn, type Answers, type Form, type Typed } from './form';
import type { AnswersInForm } from './useAnswers';

interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

function useDifferences(
  form: Form,
  mine: Typed | null,
  theirs: Answers,
  counties: ReadonlyMap<string, string>,
  isWanted: (name: string) => boolean,
): Difference[] {
  const { t, i18n } = useLingui();
  if (!mine) return [];
  const own = answersIn(form, mine);
  return form.sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => isWanted(name) && (own[name] ?? '') !== (theirs[name] ?? ''))
    .map((question) => {
      const { label, name } = question;
      const written = (answer: string | undefined) =>
        answer ? answerInWords(question, answer, i18n.locale, counties, t) : t`(empty)`;
      return { name, label, mine: written(own[name]), theirs: written(theirs[name]) };
    });
}

interface NoticeProps {
  form: Form;
  answers: AnswersInForm;
  counties: ReadonlyMap<string, string>;
}

/** Says that somebody else has changed the answers, shows both versions and lets the person choose. */
export function ChangedElsewhereNotice({ form, answers, counties }: NoticeProps) {
  const { t } = useLingui();
  const { aside, contested, keepMine, putBack, state, takeTheirs, typed } = answers;
  const isOpen = state.kind === 'changed';
  const now = answersIn(form, typed);
  const differences = useDifferences(
    form,
    isOpen ? typed : aside,
    isOpen ? state.theirs.answers : now,
    counties,
    (name) => !isOpen || contested.includes(name),
  );
  const notice = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current && !isOpen) notice.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (differences.length === 0) return null;
  return (
    <div ref={notice} tabIndex={-1} className="changed-elsewhere">
      <Alert
        kind={isOpen ? 'warning' : 'info'}
        heading={isOpen ? t`Somebody else has changed this application` : t`The other version is loaded`}
        isLive
      >
        {isOpen ? (
          <p>
            <Trans>
              Nothing that you typed is lost. You have both changed these answers: choose a version of them.
            </Trans>
          </p>
        ) : (
          <p>
            <Trans>What you had typed is still here.</Trans>
          </p>
        )}
        <dl className="differences">
          {differences.map(({ name, label, mine, theirs }) => (
            <div key={name} className="differences__row">
              <dt>{label}</dt>
              <dd>
                <span className="differences__whose">
                  <Trans>You:</Trans>
                </span>{' '}
                <bdi>{mine}</bdi>
              </dd>
              <dd>
                <span className="differences__whose">
                  <Trans>The other version:</Trans>
                </span>{' '}
                <bdi>{theirs}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <div className="buttons">
          {isOpen ? (
            <>
              <button type="button" className="usa-button" onClick={takeTheirs}>
                <Trans>Load the other version</Trans>
              </button>
              <button type="button" className="usa-button usa-button--outline" onClick={keepMine}>
                <Trans>Keep mine</Trans>
              </button>
            </>
          ) : (
            <button type="button" className="usa-button usa-button--outline" onClick={putBack}>
              <Trans>Put back what I typed</Trans>
            </button>
          )}
        </div>
      </Alert>
    </div>
  );
}
