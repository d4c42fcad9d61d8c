import { Trans, useLingui } from '@lingui/react/macro';

/** In place of help that cannot be had. */
export function HelpNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="side-panel__text" role="status">
      <p>
        <Trans>Help cannot be shown right now. Check your connection and try again.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--outline" onClick={onRetry}>
        {t`Try again`}
      </button>
    </div>
  );
}
