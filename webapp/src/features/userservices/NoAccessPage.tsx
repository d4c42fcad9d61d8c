import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** For signed-in people without the role that a page asks for. */
export function NoAccessPage() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`You do not have access to this page`} />
      <p className="lead">
        <Trans>Your account does not have the role for this page.</Trans>
      </p>
      <p>
        <Trans>If you need access for your work, ask your agency’s account manager.</Trans>
      </p>
      <Link to={paths.dashboard} className="usa-button usa-button--big">
        <Trans>Go to your dashboard</Trans>
      </Link>
    </div>
  );
}
