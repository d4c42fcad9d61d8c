import { useState, type ComponentProps } from 'react';
import { Button } from '@/components/Button';
import { TextField } from './TextField';

interface SecretFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'className'> {
  /** The label of the button while the value is hidden; screen readers also hear the field's label. */
  showText: string;
  hideText: string;
}

/** A line of text that is hidden until the person shows it, and is never printed. */
export function SecretField({ showText, hideText, ...field }: SecretFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field}
        type={isShown ? 'text' : 'password'}
        className="secret-field__input"
      />
      <Button
        kind="unstyled"
        className="secret-field__show"
        aria-controls={field.id}
        onClick={() => setShown(!isShown)}
      >
        <span>{isShown ? hideText : showText}</span>
        <span className="usa-sr-only">: {field.label}</span>
      </Button>
    </>
  );
}
