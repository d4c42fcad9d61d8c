import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Refusal, useAction, type FieldError } from '@/lib/forms/useAction';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { AddressQuestion } from '@/components/address/AddressQuestion';
import { Alert } from '@/components/Alert';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { submitApplication, type Answer, type Application, type UpdateApplication } from './api';
import { DocumentSlot } from './DocumentSlot';
import {
  getAnswerId,
  declarationId,
  getDocumentId,
  getEntityType,
  isSameField,
  findFieldId,
  type Answers,
} from './form';
import { HistoryList } from './HistoryList';
import { QuestionField } from './QuestionField';
import { ReviewStep } from './ReviewStep';
import { SaveStatus } from './SaveStatus';
import { StatusCard } from './StatusCard';
import { StepList } from './StepList';
import { findStep, listStepProblems, listSteps, reviewStep, type Step } from './steps';
import { useAddressesOfStep } from './useAddressesOfStep';
import { useAnswers } from './useAnswers';
import { useEnding } from './useEnding';

interface ApplicationFormProps {
  application: Application;
  onChanged: UpdateApplication;
  onSubmitted: (application: Application) => void;
  /** Shows an application that was submitted or withdrawn elsewhere. */
  onClosed: () => void;
  /** Reads the application again. */
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
  const answers = useAnswers(application, onChanged);
  const [changedFields, setChangedFields] = useState<readonly string[]>([]);
  const { clear, failure, refuse, run, ...action } = useAction({
    getField: findFieldId,
    onOutdated,
  });
  const addresses = useAddressesOfStep(answers, refuse);
  const { state, history } = application;
  const { typed } = answers;

  const steps = listSteps(application.form, answers.answers, t);
  const step = steps.find(({ id }) => id === search.get('step')) ?? steps[0];
  const index = steps.indexOf(step);
  const getStepAddress = (id: string) => `?step=${encodeURIComponent(id)}`;
  const listProblemsIn = (each: Step, texts = typed) =>
    listStepProblems(each, texts, application.documents, t, i18n.locale);
  const question = addresses.getQuestion(step);
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
    onOutdated,
  });

  const refusal = answers.state.kind === 'refused' ? answers.state.error : null;
  // The portal accepts no answers after a submission or withdrawal elsewhere.
  const isClosed = refusal?.code === 'notEditable';
  const showClosed = useEffectEvent(onClosed);
  useEffect(() => {
    if (isClosed) showClosed();
  }, [isClosed]);

  function listProblems({ isDeclared, stepIds, typed: texts }: Incomplete): FieldError[] {
    const problems = steps
      .filter(({ id }) => stepIds.includes(id))
      .flatMap((each) => listProblemsIn(each, texts));
    if (isDeclared) return problems;
    return [...problems, { field: declarationId, message: t`Confirm the declaration before you submit` }];
  }

  /** Returns whether steps have no visible errors; shows their errors otherwise. */
  function check(stepIds: readonly string[], isDeclared = true): boolean {
    const attempt = new Incomplete(stepIds, typed, isDeclared);
    setChangedFields([]);
    if (listProblems(attempt).length > 0) refuse(attempt);
    else clear();
    return listProblems(attempt).length === 0;
  }

  function showStep(id: string): void {
    void navigate(getStepAddress(id));
  }

  function followError(field: string): void {
    const target = findStep(steps, field);
    leadTo(field);
    if (target && target.id !== step.id) showStep(target.id);
  }

  /** Hides the errors of a changed field until the next attempt. */
  function hideErrors(id: string): void {
    setChangedFields((before) => [...before, id]);
  }

  function change(name: string, value: Answer): void {
    answers.set({ [name]: value });
    hideErrors(getAnswerId(name));
  }

  async function showNextStep(): Promise<void> {
    const next = steps[index + 1];
    if (!check([step.id]) || !next) return;
    if (await addresses.settle(step, typed)) showStep(next.id);
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
  const errors = found.filter(({ field }) => !changedFields.some((id) => isSameField(field, id)));
  const getMessages = (field: string) => {
    const messages = errors.filter((error) => error.field === field).map(({ message }) => message);
    // The portal's refusal of a save repeats the messages of the page.
    if (messages.length > 0 || !refusal) return messages;
    return refusal.validationErrors
      .filter(({ propertyName }) => findFieldId(propertyName) === field)
      .flatMap(({ validationErrors }) => validationErrors);
  };
  const before = steps[index - 1];
  const note = state === 'needsInformation' ? history.find((event) => event.note)?.note : null;
  const agency = application.agency.name;

  return (
    <>
      <ErrorSummary errors={errors} refusals={action.refusals} onFollow={followError} />
      {state === 'needsInformation' && (
        <>
          <StatusCard application={application} />
          {note && (
            <Alert kind="warning" heading={t`What ${agency} needs`}>
              <p className="text-pre" dir="auto">
                {note}
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
            isComplete={(each) => each.id !== reviewStep && listProblemsIn(each).length === 0}
            getStepAddress={getStepAddress}
          />
          <SaveStatus state={answers.state} savedAt={application.savedAt} />
        </div>
        <section aria-labelledby="step-title">
          <h2 ref={heading} id="step-title" tabIndex={-1} className="heading-lg">
            {step.title}
          </h2>
          {step.id === reviewStep ? (
            <ReviewStep
              application={application}
              answers={answers.answers}
              messages={getMessages(declarationId)}
              getStepAddress={getStepAddress}
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
                if (!addresses.isBusy) void showNextStep();
              }}
            >
              {step.introduction && <p>{step.introduction}</p>}
              {step.fields.map((field) => (
                <QuestionField
                  key={field.name}
                  question={field}
                  typed={typed[field.name] ?? ''}
                  applicationId={application.id}
                  entityType={getEntityType(application.form, typed)}
                  getMessages={getMessages}
                  onChange={(value) => change(field.name, value)}
                />
              ))}
              {step.documents.map((document) => (
                <DocumentSlot
                  key={document.code}
                  application={application}
                  wanted={document}
                  messages={getMessages(getDocumentId(document.code))}
                  runAlone={answers.runAlone}
                  onChanged={(changed) => {
                    hideErrors(getDocumentId(document.code));
                    void onChanged(changed);
                  }}
                />
              ))}
              <div className="buttons buttons--end">
                <SubmitButton text={t`Continue`} isSubmitting={addresses.isBusy} />
                {before && (
                  <Link to={getStepAddress(before.id)} className="usa-link">
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

/** An attempt to continue with incomplete answers. */
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

/** Moves the focus to the heading of a newly shown step, or to the field that an error leads to. */
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
