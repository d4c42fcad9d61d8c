import { useLingui } from '@lingui/react/macro';

interface SubmitButtonProps {
  text: string;
  isSubmitting: boolean;
  kind?: 'big' | 'outline' | 'plain';
}

/** Submits the form. It shows the progress and ignores presses meanwhile. */
export function SubmitButton({ text, isSubmitting, kind = 'big' }: SubmitButtonProps) {
  const { t } = useLingui();
  return (
    <button type="submit" className={`usa-button usa-button--${kind}`} aria-disabled={isSubmitting}>
      {isSubmitting ? t`Please wait…` : text}
    </button>
  );
}
