import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { Refusal, useAction, type FieldError } from '@/lib/forms/useAction';
import { useCountyNames } from '@/lib/api/lookups';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { AddressQuestion } from '@/components/address/AddressQuestion';
import { Alert } from '@/components/Alert';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { submitApplication, type Application, type UpdateApplication } from './api';
import { DocumentSlot } from './DocumentSlot';
import {
  getAnswerId,
  declarationId,
  getDocumentId,
  getEntityType,
  isPartOf,
  findFieldId,
  type Answers,
} from './form';
import { HistoryList } from './HistoryList';
import { QuestionField } from './QuestionField';
import type { Answer } from './records';
import { ReviewStep } from './ReviewStep';
import { SaveStatus } from './SaveStatus';
import { Standing } from './Standing';
import { StepList } from './StepList';
import { listStepProblems, reviewStep, findStep, listSteps, type Step } from './steps';
import { useAddressesOfStep } from './useAddressesOfStep';
import { useAnswers, type SaveState } from './useAnswers';
import { useEnding } from './useEnding';
import { useStepTitle } from './useStepTitle';

interface ApplicationFormProps {
  application: Application;
  onChanged: UpdateApplication;
  onSubmitted: (application: Application) => void;
  /** Shows what became of an application that takes no answers anymore. */
  onClosed: () => void;
  /** Reads the application anew. */
  onOutdated: () => unknown;
}

/** The form of an application that can be edited: one page for each section, the documents and the review. */
export function ApplicationForm({
  application,
  onChanged,
  onClosed,
  onSubmitted,
  onOutdated,
}: ApplicationFormProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const titleOf = useStepTitle();
  const counties = useCountyNames();
  const answers = useAnswers(application, onChanged);
  const [mended, setMended] = useState<readonly string[]>([]);
  const { clear, failure, refuse, run, ...action } = useAction({
    fieldOf: findFieldId,
    onOutdated,
  });
  const addresses = useAddressesOfStep(answers, refuse);
  const { form, state, history } = application;
  const { typed } = answers;

  const steps = listSteps(form, answers.answers);
  const wanted = search.get('step');
  const index = Math.max(
    0,
    steps.findIndex(({ id }) => id === wanted),
  );
  const step = steps[index] ?? { kind: 'review', id: reviewStep };
  const stepAddress = (id: string) => `?step=${encodeURIComponent(id)}`;
  const problemsIn = (each: Step, texts = typed) =>
    listStepProblems(each, texts, application.documents, t, i18n.locale);
  const question = step.kind === 'section' ? addresses.questionIn(step.section) : null;
  const { heading, leadTo } = useStepFocus(step.id);
  const ending = useEnding(application, {
    onWithdrawn: (changed) => {
      answers.discard();
      void onChanged(changed);
    },
    onRemoved: () => {
      answers.discard();
      void navigate(paths.businessDashboard, { replace: true });
    },
    onOutdated: () => void onOutdated(),
  });

  // The portal takes no answers after a submission or withdrawal elsewhere; its state tells what happened.
  const isClosed = isClosedBy(answers.state);
  const showClosed = useEffectEvent(onClosed);
  useEffect(() => {
    if (isClosed) showClosed();
  }, [isClosed]);

  function listProblems({ isDeclared, stepIds, typed: texts }: Incomplete): FieldError[] {
    const problems = steps
      .filter(({ id }) => stepIds.includes(id))
      .flatMap((each) => problemsIn(each, texts));
    if (isDeclared) return problems;
    return [...problems, { field: declarationId, message: t`Confirm the declaration before you submit` }];
  }

  /** Returns whether steps are complete as far as this page can see; refuses them otherwise. */
  function check(stepIds: readonly string[], isDeclared = true): boolean {
    const attempt = new Incomplete(stepIds, typed, isDeclared);
    setMended([]);
    if (listProblems(attempt).length > 0) refuse(attempt);
    else clear();
    return listProblems(attempt).length === 0;
  }

  function go(id: string): void {
    void navigate(stepAddress(id));
  }

  function follow(field: string): void {
    const target = findStep(steps, field);
    leadTo(field);
    if (target && target.id !== step.id) go(target.id);
  }

  /** Takes the errors of a field away: the next attempt tells if it is right now. */
  function mend(id: string): void {
    setMended((before) => [...before, id]);
  }

  function change(name: string, value: Answer): void {
    answers.set({ [name]: value });
    mend(getAnswerId(name));
  }

  async function goOn(): Promise<void> {
    const next = steps[index + 1];
    if (!check([step.id]) || !next) return;
    const isSettled = step.kind !== 'section' || (await addresses.settle(step.section, typed));
    if (isSettled) go(next.id);
  }

  function submit(isDeclared: boolean): void {
    const isComplete = check(
      steps.map(({ id }) => id),
      isDeclared,
    );
    if (!isComplete) return;
    void run(async () => {
      if (!(await answers.flush()))
        throw new Refusal(() => [
          {
            field: null,
            message: t`We have not saved your last answers yet, so we submitted nothing. Read the note at the top of the form, then try again.`,
          },
        ]);
      const submitted = await answers.runAlone(() =>
        submitApplication(application.id, { revision: answers.getRevision(), isDeclared }),
      );
      answers.discard();
      onSubmitted(submitted);
    });
  }

  const found = failure instanceof Incomplete ? listProblems(failure) : action.errors;
  const errors = found.filter(({ field }) => !mended.some((id) => isPartOf(field, id)));
  const messagesOf = (field: string) => {
    const isHere = (error: FieldError) => error.field === field;
    const own = errors.filter(isHere);
    // The refusal of a draft repeats the message of the page.
    const shown = own.length > 0 ? own : refusedAnswers(answers.state).filter(isHere);
    return shown.map(({ message }) => message);
  };
  const before = steps[index - 1];
  const note = state === 'needsInformation' ? history.find(({ note: text }) => text) : undefined;
  const agency = application.agency.name;

  return (
    <>
      <ErrorSummary errors={errors} refusals={action.refusals} onFollow={follow} />
      {state === 'needsInformation' && (
        <>
          <Standing application={application} reference={application.agencyReference} />
          {note?.note && (
            <Alert kind="warning" heading={t`What ${agency} needs`}>
              <p className="text-pre" dir="auto">
                {note.note}
              </p>
            </Alert>
          )}
        </>
      )}
      {answers.reloads > 0 && (
        <Alert key={answers.reloads} kind="info" isLive>
          <p>
            <Trans>
              This application was changed in another window or by another person. We loaded the latest
              answers.
            </Trans>
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
          <SaveStatus state={answers.state} savedAt={application.savedAt} />
        </div>
        <section aria-labelledby="step-title">
          <h2 ref={heading} id="step-title" tabIndex={-1} className="heading-lg">
            {titleOf(step)}
          </h2>
          {step.kind === 'review' ? (
            <ReviewStep
              application={application}
              answers={answers}
              counties={counties}
              messages={messagesOf(declarationId)}
              stepAddress={stepAddress}
              isBusy={action.isBusy}
              onSubmit={submit}
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
                      entityType={getEntityType(application.form, typed)}
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
                    messages={messagesOf(getDocumentId(document.code))}
                    runAlone={answers.runAlone}
                    onChanged={(changed) => {
                      mend(getDocumentId(document.code));
                      void onChanged(changed);
                    }}
                  />
                ))
              )}
              <div className="buttons buttons--end">
                <SubmitButton text={t`Continue`} isSubmitting={addresses.isBusy} />
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
        <details>
          <summary>
            <Trans>History so far</Trans>
          </summary>
          <HistoryList application={application} />
        </details>
      )}
      <div className="buttons buttons--end">
        <Link to={paths.businessDashboard} className="usa-link">
          <Trans>Continue later</Trans>
        </Link>
        {application.canWithdraw && (
          <Button kind="unstyled" isBusy={ending.isBusy} onClick={ending.end}>
            {ending.isDraft ? <Trans>Remove this draft</Trans> : <Trans>Withdraw the application</Trans>}
          </Button>
        )}
      </div>
      <FailedAction problem={ending.problem} />
    </>
  );
}

/** Tells if saving failed because the application is with the agency. */
function isClosedBy(state: SaveState): boolean {
  return state.kind === 'refused' && state.error instanceof ApiError && state.error.code === 'notEditable';
}

/** An attempt to go on, with answers that are not complete. */
class Incomplete extends Error {
  override readonly name = 'Incomplete';

  constructor(
    readonly stepIds: readonly string[],
    readonly typed: Answers,
    readonly isDeclared: boolean,
  ) {
    super('nothing was sent');
  }
}

/** What the portal has against the answers as they are; none of it is saved. */
function refusedAnswers(state: SaveState): FieldError[] {
  if (state.kind !== 'refused' || !(state.error instanceof ApiError)) return [];
  return state.error.validationErrors.flatMap(({ propertyName, validationErrors }) =>
    validationErrors.map((message) => ({ field: findFieldId(propertyName), message })),
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
