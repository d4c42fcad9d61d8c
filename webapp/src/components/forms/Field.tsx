import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  messages: readonly string[];
  isOptional?: string | undefined;
  children: ReactNode;
}

/** Returns the ids of the elements that describe a field, for `aria-describedby`. */
export function getDescribedBy(id: string, hint: ReactNode, messages: readonly string[]): string | undefined {
  const ids = [hint ? `${id}-hint` : '', messages.length > 0 ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids || undefined;
}

/** The messages of a field, above its input. */
export function FieldMessages({ id, messages }: { id: string; messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <span id={`${id}-error`} className="usa-error-message">
      {messages.join(' ')}
    </span>
  );
}

/** The label, hint and messages around one input. */
export function Field({ id, label, hint, messages, isOptional, children }: FieldProps) {
  return (
    <div className={`usa-form-group ${messages.length > 0 ? 'usa-form-group--error' : ''}`}>
      <label className="usa-label" htmlFor={id}>
        {label}
        {isOptional && <span className="usa-hint"> ({isOptional})</span>}
      </label>
      {hint && (
        <span id={`${id}-hint`} className="usa-hint">
          {hint}
        </span>
      )}
      <FieldMessages id={id} messages={messages} />
      {children}
    </div>
  );
}
