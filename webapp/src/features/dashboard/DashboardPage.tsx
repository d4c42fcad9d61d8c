import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { isSettled } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { endWelcome, isFirstVisit, isToBeWelcomed } from '@/lib/journey/firstVisit';
import { useUserDetails } from '@/lib/journey/userDetails';
import { FailedRead } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { subscriptionsPath } from '@/lib/connections/subscriptions';
import { preferencesPath, usePreferences } from './api';
import { hasOpenSteps } from './profileSteps';
import { ProfileCard } from './ProfileCard';
import { Services } from './Services';
import { Welcome } from './Welcome';

DashboardPage.firstReads = [subscriptionsPath, preferencesPath] as const;

/** The first page after signing in. */
export default function DashboardPage() {
  const { t } = useLingui();
  const account = useAccount();
  const { data: details, error: detailsError, mutate: readDetailsAgain } = useUserDetails();
  const preferences = usePreferences();
  const name = details?.firstName ?? account.name.split(' ')[0];
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
      <Services
        title={services}
        isProfileAwaited={!isSettled(preferences)}
        isProfileOpen={details !== undefined && hasOpenSteps(details.postLoginAction, preferences.data)}
        profile={
          details && (
            <ProfileCard
              action={details.postLoginAction}
              preferences={preferences.data}
              error={preferences.error}
              onRetry={() => void preferences.mutate()}
            />
          )
        }
      />
    </div>
  );
}
