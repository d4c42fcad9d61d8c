import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState, type ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { useApplications } from './api';
import { isSettled } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { endWelcome, isFirstVisit, needsWelcome } from '@/lib/journey/firstVisit';
import { postLoginActions } from '@/lib/journey/journey';
import { useProfileSteps } from '@/lib/journey/profileCompletion';
import { useUserDetails } from '@/lib/journey/userDetails';
import { FailedRead } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { ProfileCard } from './ProfileCard';
import { Services } from './Services';
import { Welcome } from './Welcome';

DashboardPage.FirstReads = createFirstReads(() => {
  useSubscriptions();
  useApplications();
});

/** The first page after signing in. */
export default function DashboardPage() {
  const { t } = useLingui();
  const account = useAccount();
  const desk = useOutletContext<ReactNode>();
  const { data: details, error: detailsError, mutate: readDetailsAgain } = useUserDetails();
  const steps = useProfileSteps();
  const unverified = steps.data?.unverified ?? [];
  const name = details?.firstName ?? account.name.split(' ')[0];
  const [isWelcomed, setWelcomed] = useState(() => needsWelcome(account.id));
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
        <Trans>See what’s due, and do it here.</Trans>
      </p>
      {desk}
      {detailsError !== undefined && !details && (
        <FailedRead error={detailsError} onRetry={() => void readDetailsAgain()} />
      )}
      {isWelcomed && (
        <Welcome
          onDismiss={() => {
            endWelcome(account.id);
            setWelcomed(false);
            // The focused element is gone; the focus moves to the next one.
            services.current?.focus();
          }}
        />
      )}
      <Services
        title={services}
        isProfileAwaited={!isSettled(steps)}
        isProfileOpen={
          details !== undefined &&
          (details.postLoginAction !== postLoginActions.dashboard || unverified.length > 0)
        }
        profile={
          details && (
            <ProfileCard
              action={details.postLoginAction}
              unverified={unverified}
              error={steps.error}
              onRetry={() => void steps.mutate()}
            />
          )
        }
      />
    </div>
  );
}
