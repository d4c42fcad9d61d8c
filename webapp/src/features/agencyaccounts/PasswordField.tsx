import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { TextField } from '@/components/forms/TextField';

interface PasswordFieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  messages: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** A password, hidden until the person wants to see it. */
export function PasswordField({ id, label, ...field }: PasswordFieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        {...field}
        id={id}
        label={label}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="usa-button usa-button--unstyled account-form__show"
        aria-controls={id}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? t`Hide password` : t`Show password`}
        <span className="usa-sr-only">: {label}</span>
      </button>
    </>
  );
}
