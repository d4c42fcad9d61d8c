import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import type { FieldError } from '@/lib/forms/useForm';
import { useCountyNames } from '@/lib/api/lookups';
import { paths } from '@/lib/paths';
import { AddressQuestion } from '@/components/address/AddressQuestion';
import { Alert } from '@/components/Alert';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import type { SaveState } from './AnswerSaver';
import type { Application } from './api';
import { DocumentSlot } from './DocumentSlot';
import { declarationId, documentId, entityTypeIn, isOfQuestion, placeOf } from './form';
import { HistoryList } from './HistoryList';
import { QuestionField } from './QuestionField';
import { ReviewStep } from './ReviewStep';
import { SaveStatus } from './SaveStatus';
import { Standing } from './Standing';
import { StepList } from './StepList';
import { problemsOf, reviewStep, stepOfField, stepsOf } from './steps';
import { useAddressesOfStep } from './useAddressesOfStep';
import { useAnswers } from './useAnswers';
import { useEnding } from './useEnding';
import { useStepTitle } from './useStepTitle';

interface ApplicationFormProps {
  application: Application;
  onChanged: (application: Application) => void;
  onSubmitted: (application: Application) => void;
  /** Reads the application anew. */
  onOutdated: () => Promise<Application | undefined>;
}

/** The form of an application that can be edited: one page for each section, the documents and the review. */
export function ApplicationForm({ application, onChanged, onSubmitted, onOutdated }: ApplicationFormProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const titleOf = useStepTitle();
  const counties = useCountyNames();
  const answers = useAnswers(application);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const addresses = useAddressesOfStep(answers, refuse);
  const { form, state, history } = application;
  const { typed } = answers;

  const steps = stepsOf(form, answers.answers);
  const wanted = search.get('step');
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === wanted),
  );
  const step = steps[index] ?? { kind: 'review', id: reviewStep };
  const stepAddress = (id: string) => `?step=${encodeURIComponent(id)}`;
  const problemsIn = (each: (typeof steps)[number]) =>
    problemsOf(each, typed, application.documents, t, i18n.locale);
  const question = step.kind === 'section' ? addresses.questionIn(step.section) : null;
  const { heading, leadTo } = useStepFocus(step.id);
  const ending = useEnding(application, {
    onWithdrawn: (changed) => {
      answers.forget();
      onChanged(changed);
    },
    onRemoved: () => {
      answers.saver.close();
      answers.forget();
      void navigate(paths.businessDashboard, { replace: true });
    },
    onOutdated: () => void onOutdated(),
  });

  function refuse(found: readonly FieldError[]): void {
    setErrors(found);
    if (found.length > 0) setRefusals((count) => count + 1);
  }

  function go(id: string): void {
    void navigate(stepAddress(id));
  }

  function follow(field: string): void {
    const target = stepOfField(steps, field);
    leadTo(field);
    if (target && target.id !== step.id) go(target.id);
  }

  function change(name: string, value: string): void {
    answers.set({ [name]: value });
    // What was wrong with it may be right now; the next attempt tells.
    setErrors((before) => before.filter(({ field }) => !isOfQuestion(field, name)));
  }

  async function goOn(): Promise<void> {
    const found = problemsIn(step);
    refuse(found);
    const next = steps[index + 1];
    if (found.length > 0 || !next) return;
    const isSettled = step.kind !== 'section' || (await addresses.settle(step.section, typed));
    if (isSettled) go(next.id);
  }

  const messagesOf = (field: string) =>
    [...errors, ...refusedAnswers(answers.state)]
      .filter((error) => error.field === field)
      .map(({ message }) => message);
  const before = steps[index - 1];
  const note = state === 'needsInformation' ? history.find(({ note: text }) => text) : undefined;
  const agency = application.agency.name;

  return (
    <>
      <ErrorSummary errors={errors} refusals={refusals} onFollow={follow} />
      {state === 'needsInformation' && (
        <>
          <Standing application={application} reference={application.agencyReference} />
          {note?.note && (
            <Alert kind="warning" heading={t`What ${agency} asks for`}>
              <p className="note" dir="auto">
                {note.note}
              </p>
            </Alert>
          )}
        </>
      )}
      {answers.reloads > 0 && (
        <Alert key={answers.reloads} kind="info" isLive>
          <p>
            <Trans>Somebody else changed this application. We loaded the newest answers.</Trans>
          </p>
        </Alert>
      )}
      <div className="form-with-steps">
        <div className="form-with-steps__steps">
          <StepList
            steps={steps}
            current={step}
            isComplete={(each) => each.kind !== 'review' && problemsIn(each).length === 0}
            addressOf={stepAddress}
          />
          <SaveStatus state={answers.state} savedAt={answers.savedAt} />
        </div>
        <section className="form-with-steps__step" aria-labelledby="step-title">
          <h2 ref={heading} id="step-title" tabIndex={-1} className="form-with-steps__title">
            {titleOf(step)}
          </h2>
          {step.kind === 'review' ? (
            <ReviewStep
              application={application}
              answers={answers}
              counties={counties}
              problems={steps.flatMap(problemsIn)}
              declarationMessages={messagesOf(declarationId)}
              stepAddress={stepAddress}
              onRefused={refuse}
              onSubmitted={onSubmitted}
              onOutdated={onOutdated}
            />
          ) : question ? (
            <AddressQuestion key={question.key} question={question.question} />
          ) : (
            <form
              className="form application-form"
              noValidate
              aria-labelledby="step-title"
              onSubmit={(event) => {
                event.preventDefault();
                if (!addresses.isBusy) void goOn();
              }}
            >
              {step.kind === 'section' ? (
                <>
                  {step.section.introduction && <p>{step.section.introduction}</p>}
                  {step.section.fields.map((asked) => (
                    <QuestionField
                      key={asked.name}
                      question={asked}
                      typed={typed[asked.name] ?? ''}
                      applicationId={application.id}
                      entityType={entityTypeIn(application.form, typed)}
                      messagesOf={messagesOf}
                      counties={counties}
                      onChange={(value) => change(asked.name, value)}
                    />
                  ))}
                </>
              ) : (
                step.wanted.map((document) => (
                  <DocumentSlot
                    key={document.code}
                    application={application}
                    wanted={document}
                    messages={messagesOf(documentId(document.code))}
                    saver={answers.saver}
                    onChanged={(changed) => {
                      setErrors((known) => known.filter(({ field }) => field !== documentId(document.code)));
                      onChanged(changed);
                    }}
                  />
                ))
              )}
              <div className="buttons buttons--form">
                <button type="submit" className="usa-button usa-button--big" aria-disabled={addresses.isBusy}>
                  {addresses.isBusy ? <Trans>Please wait…</Trans> : <Trans>Continue</Trans>}
                </button>
                {before && (
                  <Link to={stepAddress(before.id)} className="usa-link">
                    <Trans>Back</Trans>
                  </Link>
                )}
              </div>
            </form>
          )}
        </section>
      </div>
      {history.length > 0 && state === 'needsInformation' && (
        <details className="more">
          <summary className="more__summary">
            <Trans>What has happened so far</Trans>
          </summary>
          <HistoryList application={application} />
        </details>
      )}
      <div className="buttons application-ending">
        <Link to={paths.businessDashboard} className="usa-link">
          <Trans>Go on later</Trans>
        </Link>
        {application.canWithdraw && (
          <button
            type="button"
            className="usa-button usa-button--unstyled"
            aria-disabled={ending.isBusy}
            onClick={ending.end}
          >
            {ending.isDraft ? <Trans>Remove this draft</Trans> : <Trans>Withdraw the application</Trans>}
          </button>
        )}
      </div>
      {ending.problem && (
        <Alert kind="error" isLive>
          <p>{ending.problem}</p>
        </Alert>
      )}
    </>
  );
}

/** What the portal has against the answers as they are; none of it is saved. */
function refusedAnswers(state: SaveState): FieldError[] {
  if (state.kind !== 'refused' || !(state.error instanceof ApiError)) return [];
  return state.error.validationErrors.flatMap(({ propertyName, validationErrors }) =>
    validationErrors.map((message) => ({ field: placeOf(propertyName), message })),
  );
}

/**
 * The focus of the form: the heading of a page that was gone to, or the field that an error led to. Nothing moves when
 * the form is opened.
 */
function useStepFocus(stepId: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stepId);
  const wanted = useRef<string | null>(null);
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    const isOther = shown.current !== stepId;
    shown.current = stepId;
    const field = wanted.current === null ? null : document.getElementById(wanted.current);
    if (field) field.focus();
    else if (isOther) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'start' });
    }
    if (field || isOther) wanted.current = null;
  }, [stepId, asked]);

  return {
    heading,
    /** Moves the focus to the field, once it is on the page. */
    leadTo: (field: string) => {
      wanted.current = field;
      setAsked((count) => count + 1);
    },
  };
}
