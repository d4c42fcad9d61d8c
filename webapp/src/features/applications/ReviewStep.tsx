import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { FieldMessages } from '@/components/forms/Field';
import { AnswerList } from './AnswerList';
import type { Application } from './api';
import { OwedFees } from './OwedFees';
import { declarationId, type Answers } from './form';

interface ReviewStepProps {
  application: Application;
  answers: Answers;
  /** The errors of the declaration. */
  messages: readonly string[];
  getStepAddress: (step: string) => string;
  isBusy: boolean;
  onSubmit: (isDeclared: boolean) => void;
}

/** The answers and files to submit, the declaration, and the button that submits. */
export function ReviewStep(props: ReviewStepProps) {
  const { application, answers, messages, getStepAddress, isBusy, onSubmit } = props;
  const { t } = useLingui();
  const [isDeclared, setDeclared] = useState(false);
  const { form, owed } = application;
  const agency = application.agency.name;

  return (
    <>
      <p>
        <Trans>
          Check your answers. When you submit, the application goes to {agency}. After that, you can change it
          only if the agency asks for more information.
        </Trans>
      </p>
      <AnswerList application={application} answers={answers} getStepAddress={getStepAddress} />
      {(form.fees.length > 0 || owed.fees.length > 0) && <OwedFees owed={owed} agency={agency} />}
      <form
        noValidate
        className="card declaration"
        aria-label={t`Declaration`}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) onSubmit(isDeclared);
        }}
      >
        <h3 className="card__title">
          <Trans>Declaration</Trans>
        </h3>
        <div className={`usa-form-group ${messages.length > 0 ? 'usa-form-group--error' : ''}`}>
          <FieldMessages id={declarationId} messages={messages} />
          <div className="usa-checkbox">
            <input
              id={declarationId}
              className="usa-checkbox__input"
              type="checkbox"
              checked={isDeclared}
              aria-invalid={messages.length > 0}
              aria-describedby={messages.length > 0 ? `${declarationId}-error` : undefined}
              onChange={(event) => setDeclared(event.target.checked)}
            />
            <label className="usa-checkbox__label" htmlFor={declarationId}>
              {form.declaration}
            </label>
          </div>
        </div>
        <SubmitButton text={t`Submit to ${agency}`} isSubmitting={isBusy} />
      </form>
    </>
  );
}
