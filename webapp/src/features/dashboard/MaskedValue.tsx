import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useStepUp } from '@/lib/authentication/stepUp';
import { paths } from '@/lib/paths';
import { useAction } from '@/lib/forms/useAction';
import { Button } from '@/components/Button';
import { revealField } from './api';
import { getRecordId, type MaskedField } from './records';

/** The record that a field belongs to, and who holds it. */
export interface RecordSource {
  identityId: string;
  agency: string;
}

interface ShownValue {
  value: string;
  seconds: number;
}

/**
 * The value for as long as it may be seen: it is gone after its seconds, with the page, and when nobody looks. Null when
 * it was shown before.
 */
function useShownValue() {
  const [shown, setShown] = useState<ShownValue | null | undefined>();
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(null);
    const hideUnseen = () => {
      if (document.visibilityState === 'hidden') hide();
    };
    const timer = setTimeout(hide, shown.seconds * 1000);
    window.addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', hideUnseen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', hideUnseen);
    };
  }, [shown]);
  return [shown, setShown] as const;
}

/** A masked value with the button that has the agency give the whole one. */
export function MaskedValue({ field, record }: { field: MaskedField; record: RecordSource }) {
  const { t } = useLingui();
  const stepUp = useStepUp();
  const { isBusy, problem, run } = useAction();
  const [shown, setShown] = useShownValue();
  const { label } = field;

  async function show() {
    try {
      const { value, seconds } = await revealField(record.identityId, field.name);
      setShown({ value, seconds });
    } catch (error) {
      const asked = {
        purpose: 'reveal' as const,
        asker: record.agency,
        asked: label,
        returnTo: `${paths.dashboard}#${getRecordId(record.identityId)}`,
      };
      if (!(await stepUp(error, asked))) throw error;
    }
  }

  const seconds = shown?.seconds;
  return (
    <div className="masked">
      <span className="masked__value" translate="no">
        {shown ? shown.value : field.value}
      </span>
      <Button kind="unstyled" isBusy={isBusy} onClick={() => (shown ? setShown(null) : void run(show))}>
        {shown ? <Trans>Hide</Trans> : isBusy ? <Trans>Asking…</Trans> : <Trans>Show</Trans>}{' '}
        <span className="usa-sr-only">{label}</span>
      </Button>
      <p className="small margin-0" aria-live="polite">
        {shown ? (
          <>
            <span className="usa-sr-only">
              {label}: {shown.value}.{' '}
            </span>
            <Trans>It is hidden again after {seconds} seconds.</Trans>
          </>
        ) : (
          shown === null && <span className="usa-sr-only">{t`${label} is hidden again.`}</span>
        )}
      </p>
      {problem && (
        <p className="small text-bad margin-0" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
