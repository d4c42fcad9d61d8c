import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useRead } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { endWelcome, isFirstVisit, isToBeWelcomed } from '@/lib/journey/firstVisit';
import { useUserDetails } from '@/lib/journey/userDetails';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { ProfileCard } from './ProfileCard';
import { Welcome } from './Welcome';

/** The first page after signing in. */
export function DashboardPage() {
  const { t } = useLingui();
  const account = useAccount();
  const { data: details, error: detailsError, mutate: readDetailsAgain } = useUserDetails();
  const preferences = useRead('/api/profile/contactpreferences');
  const name = details?.displayName || account.name;
  const [isWelcomed, setWelcomed] = useState(() => isToBeWelcomed(account.id));
  const services = useRef<HTMLHeadingElement>(null);
  const greeting = isFirstVisit(account.id) ? t`Welcome to your portal` : t`Welcome back`;

  return (
    <div className="page">
      <PageHeading title={t`Dashboard`}>
        {greeting}
        {name && (
          <>
            , <bdi>{name}</bdi>
          </>
        )}
      </PageHeading>
      <p className="lead">
        <Trans>This is your place for everything you do with the state.</Trans>
      </p>
      {detailsError !== undefined && !details && (
        <FailedRead error={detailsError} onRetry={() => void readDetailsAgain()} />
      )}
      {isWelcomed && (
        <Welcome
          onDismiss={() => {
            endWelcome(account.id);
            setWelcomed(false);
            // What had the focus is gone; it goes on to what follows.
            services.current?.focus();
          }}
        />
      )}
      <div className="cards">
        <section className="card card--wide empty" aria-labelledby="services-title">
          <h2 id="services-title" ref={services} tabIndex={-1} className="card__title">
            <Trans>Your services</Trans>
          </h2>
          <Icon name="grid_view" className="empty__icon" />
          <p className="empty__headline">
            <Trans>No agency is connected yet</Trans>
          </p>
          <p className="empty__text">
            <Trans>
              When agencies open their services on this portal, you will connect them here and see your
              renewals, messages and applications side by side. There is nothing you need to do until then.
            </Trans>
          </p>
        </section>
        {details && (
          <ProfileCard
            action={details.postLoginAction}
            preferences={preferences.data}
            error={preferences.error}
            onRetry={() => void preferences.mutate()}
          />
        )}
      </div>
    </div>
  );
}
