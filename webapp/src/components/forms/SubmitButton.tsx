import { useLingui } from '@lingui/react/macro';

interface SubmitButtonProps {
  text: string;
  isSubmitting: boolean;
}

/** Sends the form; while that lasts it says so and does nothing. */
export function SubmitButton({ text, isSubmitting }: SubmitButtonProps) {
  const { t } = useLingui();
  return (
    <button type="submit" className="usa-button usa-button--big" aria-disabled={isSubmitting}>
      {isSubmitting ? t`Please wait…` : text}
    </button>
  );
}
