import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { getSession } from '@/lib/auth/session';
import { reload } from '@/lib/browser';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';

interface ErrorPageProps {
  /** The id of the failed request, for support. */
  requestId?: string | null;
  /** True if reloading the page may help. */
  canReload?: boolean;
}

/** The page for errors that the app cannot recover from. The specification defines its texts. */
export function ErrorPage({ requestId: ownId = null, canReload = false }: ErrorPageProps) {
  const { t } = useLingui();
  const { endsSession, reference = null } = useArrival();
  const requestId = ownId ?? reference;

  useEffect(() => {
    if (endsSession && getSession().current().account) void getSession().forget();
  }, [endsSession]);

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Page Not Found - Internal Server Error`} />
      <p className="lead">
        <Trans>The page you are trying to reach is not available due to an internal error.</Trans>
      </p>
      <div className="row">
        <Link to={paths.dashboard} className="usa-button usa-button--big">
          <Trans>Home</Trans>
        </Link>
        {canReload && (
          <Button kind="big" className="usa-button--outline" onClick={reload}>
            {t`Try again`}
          </Button>
        )}
      </div>
      {requestId && (
        <p className="fine-print error-reference">
          <Trans>Reference: {requestId}</Trans>
        </p>
      )}
    </div>
  );
}
