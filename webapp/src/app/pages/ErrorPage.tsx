import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { session } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** The state of a navigation to the error page that signs out there, so that no guard is left to react to it. */
export const endsSession = { endsSession: true };

function isEndOfSession(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'endsSession' in state;
}

/** The page for everything that went wrong beyond repair; its words are the specification's. */
export function ErrorPage() {
  const { t } = useLingui();
  const state: unknown = useLocation().state;

  useEffect(() => {
    if (isEndOfSession(state) && session.current().account) void session.forget();
  }, [state]);

  return (
    <div className="page page--narrow">
      <PageHeading title={t`Page Not Found - Internal Server Error`} />
      <p className="lead">
        <Trans>The page you are trying to reach is not available due to an internal error.</Trans>
      </p>
      <Link to={paths.dashboard} className="usa-button usa-button--big">
        <Trans>Home</Trans>
      </Link>
    </div>
  );
}
