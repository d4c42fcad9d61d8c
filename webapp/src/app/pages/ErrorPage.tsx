import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** The page for everything that went wrong beyond repair; its words are the specification's. */
export function ErrorPage() {
  const { t } = useLingui();
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
