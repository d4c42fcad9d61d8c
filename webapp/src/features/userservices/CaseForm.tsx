import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from '@/lib/forms/useForm';
import { pinned } from '@/lib/pinned';
import { Alert } from '@/components/Alert';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SelectField } from '@/components/forms/SelectField';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import type { Case } from './api';
import { CaseBar } from './CaseBar';
import { openCase, useDesk } from './desk';
import { purposes } from './words';

interface Values {
  purpose: string;
  caseNumber: string;
}

const options = Object.keys(purposes) as Case['purpose'][];
/** As the portal takes it. */
const caseNumbers = /^[A-Za-z0-9][A-Za-z0-9 ._/#-]{0,39}$/;

/** Asks for the case; no record opens without one. */
export function CaseForm() {
  const { t } = useLingui();
  const { hasRunOut } = useDesk();

  const form = useForm<Values>({
    name: null,
    initial: { purpose: '', caseNumber: '' },
    validate({ purpose, caseNumber }) {
      const isMissing = purpose === '';
      return [
        ...(isMissing ? [{ field: 'purpose' as const, message: t`Choose a purpose` }] : []),
        ...(caseNumbers.test(caseNumber.trim())
          ? []
          : [
              {
                field: 'caseNumber' as const,
                message: t`Enter the case number: up to 40 letters, digits, spaces, and . _ / # -`,
              },
            ]),
      ];
    },
    submit({ purpose, caseNumber }) {
      pinned.set(<CaseBar />);
      openCase({ purpose: purpose as Case['purpose'], caseNumber: caseNumber.trim() });
      return Promise.resolve();
    },
  });

  return (
    <>
      {hasRunOut && (
        <Alert kind="info" heading={t`The case was closed`} isLive>
          <p>
            <Trans>This page was idle for 15 minutes. Open the case again to continue.</Trans>
          </p>
        </Alert>
      )}
      <form className="form" noValidate autoComplete="off" onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} refusals={form.refusals} />
        <p>
          <Trans>
            Enter why you need this record. Each search and each section you open is logged with it, and the
            person sees it.
          </Trans>
        </p>
        <SelectField
          {...form.field('purpose')}
          label={t`Purpose`}
          placeholder={t`Choose one`}
          options={options.map((value) => ({ value, text: t(purposes[value]) }))}
        />
        <TextField
          {...form.field('caseNumber')}
          label={t`Case number`}
          hint={t`Use the number from your support desk`}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
        <SubmitButton text={t`Open the case`} isSubmitting={form.isSubmitting} />
      </form>
    </>
  );
}
