import { useLingui } from '@lingui/react/macro';
import { useForm } from '@/lib/forms/useForm';
import { Button } from '@/components/Button';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextAreaField } from '@/components/forms/TextAreaField';

const shortest = 5;
const longest = 300;

interface ReasonFormProps {
  /** Asks for the reason. */
  label: string;
  /** Says that the reason is missing. */
  missing: string;
  /** The name of the person, who reads the reason. */
  name: string;
  submitText: string;
  onSubmit: (reason: string) => Promise<void>;
  onCancel: () => void;
}

/** Takes the reason for a change to a person's record, which the person reads. */
export function ReasonForm({ label, missing, name, submitText, onSubmit, onCancel }: ReasonFormProps) {
  const { t } = useLingui();
  const form = useForm({
    name: null,
    initial: { reason: '' },
    validate: ({ reason }) =>
      reason.trim().length < shortest ? [{ field: 'reason' as const, message: missing }] : [],
    async submit({ reason }) {
      await onSubmit(reason.trim());
    },
  });
  return (
    <form className="form" noValidate autoComplete="off" onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <TextAreaField
        {...form.field('reason')}
        label={label}
        hint={t`${name} gets this message.`}
        maxLength={longest}
        rows={3}
      />
      <div className="buttons">
        <SubmitButton text={submitText} isSubmitting={form.isSubmitting} />
        <Button kind="outline" onClick={onCancel}>
          {t`Keep it`}
        </Button>
      </div>
    </form>
  );
}
