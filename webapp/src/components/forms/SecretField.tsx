import { useState, type ComponentProps } from 'react';
import { Button } from '@/components/Button';
import { TextField } from './TextField';

interface SecretFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'className'> {
  /** What the button does while the value is hidden; its own name is added for who cannot see where it stands. */
  showText: string;
  hideText: string;
}

/** One line that nobody beside the person should read: hidden until they want to see it, and never on paper. */
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
