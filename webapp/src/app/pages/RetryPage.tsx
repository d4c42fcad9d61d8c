import { Trans, useLingui } from '@lingui/react/macro';

/** Shown when the settings of the app cannot be had: without them there is nothing else to show. */
export function RetryPage({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <main className="page page--narrow">
      <h1 className="page-heading">
        <Trans>We cannot start right now</Trans>
      </h1>
      <p className="lead">
        <Trans>The portal did not answer. Check your connection and try again in a moment.</Trans>
      </p>
      <button type="button" className="usa-button usa-button--big" onClick={onRetry}>
        {t`Try again`}
      </button>
    </main>
  );
}
