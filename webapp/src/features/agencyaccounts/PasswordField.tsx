import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SecretField } from '@/components/forms/SecretField';

interface PasswordFieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
  messages: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** A password, hidden until the person shows it. */
export function PasswordField(field: PasswordFieldProps) {
  const { t } = useLingui();
  return <SecretField {...field} showText={t`Show password`} hideText={t`Hide password`} />;
}
