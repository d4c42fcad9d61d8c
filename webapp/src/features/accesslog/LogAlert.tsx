import { Trans, useLingui } from '@lingui/react/macro';
import { Alert } from '@/components/Alert';
import type { LogState } from './useProofs';

interface LogAlertProps {
  state: LogState;
  /** Trusts the current log. */
  onTrust: () => void;
}

/** Warns that the sealed log is not the one that this browser saw before; shows nothing otherwise. */
export function LogAlert({ state, onTrust }: LogAlertProps) {
  const { t } = useLingui();
  if (state === 'behind') {
    return (
      <Alert kind="warning" heading={t`The log ends earlier than before`} isLive>
        <Trans>
          This browser saw a longer log before. That can happen for a moment. Load this page again in a few
          minutes. If this message stays, print the page and write to the privacy officer.
        </Trans>
      </Alert>
    );
  }
  if (state === 'notSigned') {
    return (
      <Alert kind="error" heading={t`The log is not signed with its key`} isLive>
        <Trans>
          So nothing on this page is proved. Print or save this page, and write to the privacy officer.
        </Trans>
      </Alert>
    );
  }
  if (state !== 'keyChanged' && state !== 'exchanged') return null;
  return (
    <Alert
      kind="error"
      heading={
        state === 'keyChanged'
          ? t`The key of the access log changed`
          : t`This is not the log that this browser saw before`
      }
      isLive
    >
      <p>
        {state === 'keyChanged' ? (
          <Trans>The key that this browser kept did not sign the new one.</Trans>
        ) : (
          <Trans>Entries that this browser saw there were removed, changed or moved.</Trans>
        )}{' '}
        <Trans>
          So nothing on this page is proved. Print or save this page, and write to the privacy officer.
        </Trans>
      </p>
      <p>
        <Trans>
          Did the privacy officer confirm that a new log began? Then you can trust it from now on.
        </Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onTrust}>
        <Trans>Trust the new log</Trans>
      </button>
    </Alert>
  );
}
