import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';

/** Replaces a page whose first request got no answer, and repeats the request when the network is back. */
export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`We can’t start right now`} />
      <p className="lead">
        <Trans>We could not reach the portal. Check your connection.</Trans>
      </p>
      <Button kind="big" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
