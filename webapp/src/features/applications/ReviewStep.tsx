import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isCancelled } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import type { FieldError } from '@/lib/forms/useForm';
import { FieldMessages } from '@/components/forms/Field';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { AnswerList } from './AnswerList';
import { submitApplication, type Application } from './api';
import { OwedFees } from './FeeList';
import { declarationId, placeOf } from './form';
import { keptOf, type AnswersInForm } from './useAnswers';

interface ReviewStepProps {
  application: Application;
  answers: AnswersInForm;
  counties: ReadonlyMap<string, string>;
  /** Everything that can be seen to be wrong on the pages before. */
  problems: readonly FieldError[];
  declarationMessages: readonly string[];
  stepAddress: (step: string) => string;
  onRefused: (errors: readonly FieldError[]) => void;
  onSubmitted: (application: Application) => void;
  /** The application is no longer what this page shows; reads it anew. */
  onOutdated: () => Promise<Application | undefined>;
}

/** Everything that will be sent, the declaration and the button that sends it. */
export function ReviewStep({
  application,
  answers,
  counties,
  problems,
  declarationMessages,
  stepAddress,
  onRefused,
  onSubmitted,
  onOutdated,
}: ReviewStepProps) {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  const [isDeclared, setDeclared] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { form, id } = application;
  const agency = application.agency.name;
  const { saver } = answers;
  const owed = saver.kept.owed ?? application.owed;
  const whole = (message: string): FieldError[] => [{ field: null, message }];

  async function submit(): Promise<void> {
    const found = [
      ...problems,
      ...(isDeclared
        ? []
        : [{ field: declarationId, message: t`Confirm the declaration before you submit` }]),
    ];
    onRefused(found);
    if (found.length > 0) return;
    setBusy(true);
    try {
      if (!(await saver.flush())) {
        onRefused(
          whole(
            t`Your last answers are not saved yet, so nothing was submitted. See what it says at the top of the form, then try again.`,
          ),
        );
        return;
      }
      const submitted = await saver.hold(() =>
        submitApplication(id, { revision: saver.kept.revision, isDeclared }),
      );
      answers.forget();
      onSubmitted(submitted);
    } catch (error) {
      if (!isCancelled(error)) await refuse(error);
    } finally {
      setBusy(false);
    }
  }

  async function refuse(error: unknown): Promise<void> {
    if (error instanceof ApiError && error.validationErrors.length > 0) {
      onRefused(
        error.validationErrors.flatMap(({ propertyName, validationErrors }) =>
          validationErrors.map((message) => ({ field: placeOf(propertyName), message })),
        ),
      );
      return;
    }
    if (error instanceof ApiError && error.status === 401) return;
    onRefused(whole(describeFailure(error)));
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
      const current = await onOutdated();
      if (current?.canEdit) saver.meet(keptOf(current));
    }
  }

  return (
    <>
      <p>
        <Trans>
          Check everything. When you submit, it goes to {agency}. You can change it again only if the agency
          asks for more information.
        </Trans>
      </p>
      <AnswerList
        application={application}
        answers={answers.answers}
        counties={counties}
        headingLevel={3}
        stepAddress={stepAddress}
      />
      {(form.fees.length > 0 || owed.fees.length > 0) && (
        <section className="answers__section" aria-labelledby="fees">
          <h3 id="fees" className="answers__title">
            <Trans>Fees</Trans>
          </h3>
          <OwedFees owed={owed} agency={agency} />
        </section>
      )}
      <form
        noValidate
        className="declaration"
        aria-label={t`Declaration`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <h3 className="answers__title">
          <Trans>Declaration</Trans>
        </h3>
        <div className={`usa-form-group ${declarationMessages.length > 0 ? 'usa-form-group--error' : ''}`}>
          <FieldMessages id={declarationId} messages={declarationMessages} />
          <div className="usa-checkbox">
            <input
              id={declarationId}
              className="usa-checkbox__input"
              type="checkbox"
              checked={isDeclared}
              aria-invalid={declarationMessages.length > 0}
              aria-describedby={declarationMessages.length > 0 ? `${declarationId}-error` : undefined}
              onChange={(event) => setDeclared(event.target.checked)}
            />
            <label className="usa-checkbox__label" htmlFor={declarationId}>
              {form.declaration}
            </label>
          </div>
        </div>
        <button type="submit" className="usa-button usa-button--big" aria-disabled={isBusy}>
          {isBusy ? t`Please wait…` : t`Submit to ${agency}`}
        </button>
      </form>
    </>
  );
}
