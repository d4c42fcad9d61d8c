import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useSession } from '@/lib/auth/session';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** What can be planned here today, and what is to come. */
export function BusinessPlanPage() {
  const { t } = useLingui();
  const { account } = useSession();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Plan your business`} />
      <p className="lead">
        <Trans>
          Add up what it will cost to start: the government fees with their sources, and your own figures
          beside them. It is free and needs no account.
        </Trans>
      </p>
      <Link to={paths.costEstimator} className="usa-button usa-button--big">
        <Trans>Estimate your costs</Trans>
      </Link>
      <h2>
        <Trans>Still to come</Trans>
      </h2>
      <p>
        <Trans>These tools are not open yet. They will be here, free and without an account too:</Trans>
      </p>
      <ul className="usa-list">
        <li>
          <Trans>whether the name you want can still be taken</Trans>
        </li>
        <li>
          <Trans>which licenses and permits you will need, and where to get them</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          Today you can also make your account, so that your business finds its place in it, and choose how we
          reach you.
        </Trans>
      </p>
      <Link to={account ? paths.dashboard : paths.landing} className="usa-link">
        {account ? <Trans>Go to your dashboard</Trans> : <Trans>Back to the start page</Trans>}
      </Link>
    </div>
  );
}
