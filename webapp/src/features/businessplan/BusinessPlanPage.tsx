import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** What planning a business here will be, and what can be done today. */
export function BusinessPlanPage() {
  const { t } = useLingui();
  const { account } = useSession();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Plan your business`} />
      <p className="lead">
        <Trans>
          The planning tools are not open yet. These are the ones that will be here, free and without an
          account:
        </Trans>
      </p>
      <ul className="usa-list">
        <li>
          <Trans>whether the name you want can still be taken</Trans>
        </li>
        <li>
          <Trans>what it will cost to start</Trans>
        </li>
        <li>
          <Trans>which licenses and permits you will need, and where to get them</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Today you can make your account, so that your business finds its place in it, and choose how we
          reach you.
        </Trans>
      </p>
      <Link to={account ? paths.dashboard : paths.landing} className="usa-button usa-button--big">
        {account ? <Trans>Go to your dashboard</Trans> : <Trans>Back to the start page</Trans>}
      </Link>
    </div>
  );
}
