import '@/styles/parts.scss';
import { useRef, useState, type ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { useApplications } from './api';
import { isSettled } from '@/lib/api/useRead';
import { useAccount } from '@/lib/auth/session';
import { postLoginActions } from '@/lib/journey/journey';
import { useProfileSteps } from '@/lib/journey/profileCompletion';
import { useUserDetails } from '@/lib/journey/userDetails';
import { endWelcome, needsWelcome } from '@/lib/journey/welcome';
import { createLazyComponent } from '@/lib/lazyComponent';
import { FailedRead } from '@/components/FailedRead';
import { DashboardHeading } from '@/components/DashboardHeading';
import { ProfileCard } from './ProfileCard';
import { Services } from './Services';

// Only a first visit shows it.
const Welcome = createLazyComponent(async () => (await import('./Welcome')).Welcome);

DashboardPage.FirstReads = createFirstReads(() => {
  useSubscriptions();
  useApplications();
});

/** The first page after signing in. */
export default function DashboardPage() {
  const account = useAccount();
  const desk = useOutletContext<ReactNode>();
  const { data: details, error: detailsError, mutate: readDetailsAgain } = useUserDetails();
  const steps = useProfileSteps();
  const unverified = steps.data?.unverified ?? [];
  const [isWelcomed, setWelcomed] = useState(() => needsWelcome(account.id));
  const services = useRef<HTMLHeadingElement>(null);

  return (
    <div className="page">
      <DashboardHeading account={account} firstName={details?.firstName} />
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
