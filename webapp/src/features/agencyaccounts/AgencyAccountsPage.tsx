import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { useAgencyAccounts } from './api';
import { AccountState } from './AccountState';

AgencyAccountsPage.FirstReads = createFirstReads(() => {
  useAgencyAccounts();
});

/** The agencies with accounts of their own, and the person's account at each. */
export default function AgencyAccountsPage() {
  const { t } = useLingui();
  const { data, error, mutate } = useAgencyAccounts();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Accounts at agencies`} />
      <p className="lead">
        <Trans>
          Some agencies have their own business accounts. Link your account so this portal knows it is yours.
          The portal sends your password to the agency and never stores it.
        </Trans>
      </p>
      {!data && <Awaited lines={6} error={error} onRetry={mutate} />}
      {data?.items.length === 0 && (
        <p>
          <Trans>No agency offers accounts that you can link here.</Trans>
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="usa-list--unstyled stack agency-accounts" aria-label={t`Accounts at agencies`}>
          {data.items.map((account) => (
            <li key={account.id} className="card">
              <div className="section-top">
                <h2 className="card__title">
                  <Link to={generatePath(paths.agencyAccount, { agencyId: account.id })} className="usa-link">
                    {account.systemName}
                  </Link>
                </h2>
                <AccountState account={account} />
              </div>
              <p className="quiet margin-0">{account.agencyName}</p>
              {account.userName && <LinkedAs userName={account.userName} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function LinkedAs({ userName }: { userName: string }) {
  return (
    <p className="quiet margin-0">
      <Trans>
        As <bdi>{userName}</bdi>
      </Trans>
    </p>
  );
}
