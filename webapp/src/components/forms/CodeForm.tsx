import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { Button } from '@/components/Button';
import { showToast } from '../toasts/toasts';
import { TextField } from './TextField';

interface CodeFormProps {
  id: string;
  sendText: string;
  /** Sends a code; returns the masked address. */
  send: () => Promise<{ sentTo: string }>;
  /** Checks the typed code. */
  confirm: (code: string) => Promise<void>;
}

/** Sends a one-time code and asks for it. */
export function CodeForm({ id, sendText, send, confirm }: CodeFormProps) {
  const { t } = useLingui();
  const { isBusy, problem, refusals, run } = useAction();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const statusId = useId();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector('input')?.focus();
  }, [refusals]);

  const sendCode = () =>
    void run(async () => {
      const { sentTo: address } = await send();
      setSentTo(address);
      setCode('');
      showToast(t`We sent a code to ${address}.`);
    });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    void run(async () => {
      const digits = code.replaceAll(/[^\p{L}\p{N}]/gu, '');
      if (!/^\p{Nd}{6}$/u.test(digits))
        throw new Refusal(() => [{ field: null, message: t`Enter the 6 digits of the code` }]);
      await confirm(digits);
    });
  }

  if (sentTo === null) {
    return (
      <div className="code-form">
        <Button kind="outline" isBusy={isBusy} onClick={sendCode}>
          {sendText}
        </Button>
        <p className="text-bad text-bold" role="alert">
          {problem}
        </p>
      </div>
    );
  }
  return (
    <form ref={form} className="code-form" noValidate onSubmit={onSubmit} aria-describedby={statusId}>
      <p id={statusId}>
        <Trans>
          We sent a code to <strong>{sentTo}</strong>. It may take a minute to arrive.
        </Trans>
      </p>
      <TextField
        id={id}
        label={t`6-digit code`}
        className="code-form__input"
        autoComplete="one-time-code"
        inputMode="numeric"
        messages={problem ? [problem] : []}
        value={code}
        onChange={setCode}
      />
      <div className="row form-buttons">
        <button type="submit" className="usa-button" aria-disabled={isBusy}>
          {t`Confirm code`}
        </button>
        <Button kind="unstyled" isBusy={isBusy} onClick={sendCode}>
          {t`Send a new code`}
        </Button>
      </div>
    </form>
  );
}
