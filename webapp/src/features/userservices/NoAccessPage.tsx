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
        <Trans>This page is for staff with a role that your account does not have.</Trans>
      </p>
      <p>
        <Trans>If you need it for your work, ask the person who manages accounts in your agency.</Trans>
      </p>
      <Link to={paths.dashboard} className="usa-button usa-button--big">
        <Trans>Go to your dashboard</Trans>
      </Link>
    </div>
  );
}
