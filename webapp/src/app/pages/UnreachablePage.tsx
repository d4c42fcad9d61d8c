import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';

/** In place of a page whose first question to the portal got no answer; it is asked again when the network is back. */
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
