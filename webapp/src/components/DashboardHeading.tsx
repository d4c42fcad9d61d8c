import { Trans, useLingui } from '@lingui/react/macro';
import type { Account } from '@/lib/auth/port';
import { isFirstVisit } from '@/lib/journey/firstVisit';
import { PageHeading } from './PageHeading';

interface DashboardHeadingProps {
  account: Account;
  /** The name that the person uses; undefined until the portal has answered. */
  firstName?: string | undefined;
  /** True while the dashboard loads. */
  isEarly?: boolean;
}

/** Greets the person. It is part of the first script, so that it shows before the code of the dashboard has loaded. */
export function DashboardHeading({ account, firstName, isEarly }: DashboardHeadingProps) {
  const { t } = useLingui();
  const name = firstName ?? account.name.split(' ')[0];
  return (
    <>
      <PageHeading title={t`Dashboard`} isEarly={isEarly}>
        <span>{isFirstVisit(account.id) ? t`Welcome to your portal` : t`Welcome back`}</span>
        {name && (
          <>
            , <bdi>{name}</bdi>
          </>
        )}
      </PageHeading>
      <p className="lead">
        <Trans>See what’s due, and do it here.</Trans>
      </p>
    </>
  );
}
