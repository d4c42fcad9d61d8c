import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { paths } from '@/lib/paths';
import { isSettled } from '@/lib/api/useRead';
import { FailedRead } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { useApplications } from './api';
import { Attention } from './Attention';
import { CardQueue } from './cardQueue';
import { HiddenCards } from './HiddenCards';
import { findAttention, type ApplicationSummary, type RecordState } from './records';
import { ServiceCards } from './ServiceCards';
import { useOrder } from './useOrder';

const noItems: readonly ApplicationSummary[] = [];

/** The most cards that load at once, and the most of them that are not near the screen. */
const callsAtOnce = 6;
const unseenCallsAtOnce = 3;

function NoServices() {
  return (
    <div className="card empty">
      <Icon name="grid_view" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No agency is connected yet</Trans>
      </p>
      <p className="empty__text">
        <Trans>
          Connect a service, such as your car or your water bill. Then see what is due, what expires, and what
          it costs.
        </Trans>
      </p>
      <Link to={paths.connections} className="usa-button">
        <Trans>Find services</Trans>
      </Link>
    </div>
  );
}

interface ServicesProps {
  title: RefObject<HTMLHeadingElement | null>;
  profile: ReactNode;
  /** True if the profile needs an action: its card is then first, and last otherwise. */
  isProfileOpen: boolean;
  /** Nothing is placed before this is known. */
  isProfileAwaited: boolean;
}

/** The services that the person is connected with, and what of them asks for action. */
export function Services({ title, profile, isProfileOpen, isProfileAwaited }: ServicesProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useSubscriptions();
  const applications = useApplications();
  const [queue] = useState(() => new CardQueue(callsAtOnce, unseenCallsAtOnce));
  const [states, setStates] = useState<ReadonlyMap<string, RecordState>>(new Map());
  const [openRecords, setOpenRecords] = useState<ReadonlyMap<string, string | null>>(new Map());
  const move = useOrder(data, mutate);

  useEffect(() => () => queue.clear(), [queue]);

  const storeState = useCallback((identityId: string, state: RecordState) => {
    setStates((known) => new Map(known).set(identityId, state));
  }, []);
  const open = useCallback((subscriptionId: string, identityId: string | null) => {
    setOpenRecords((known) => new Map(known).set(subscriptionId, identityId));
  }, []);
  const leave = useCallback(() => title.current?.focus(), [title]);

  const items = useMemo(() => data?.items.filter((each) => each.isOnDashboard) ?? [], [data]);
  const hiddenCount = (data?.items.length ?? 0) - items.length;
  const hasCards = items.length > 0;
  const isAwaited = isProfileAwaited || (!data && error === undefined) || !isSettled(applications);
  const side = <div className="dashboard__side">{profile}</div>;
  const ofBusiness = applications.data?.items ?? noItems;
  const attention = useMemo(() => findAttention(items, states, ofBusiness), [items, states, ofBusiness]);
  const lacksApplications = !applications.data;

  if (isAwaited) {
    return (
      <div className="dashboard dashboard--cards">
        <Attention attention={attention} isAwaited lacksApplications={false} onOpen={open} />
        <div className="card services">
          <Skeleton lines={6} />
        </div>
      </div>
    );
  }
  return (
    // The key keeps React from reusing the waiting line for the content, which would move it.
    <div key="known" className={`dashboard ${hasCards ? 'dashboard--cards' : ''}`}>
      {(hasCards || attention.items.length > 0 || lacksApplications) && (
        <Attention
          attention={attention}
          isAwaited={false}
          lacksApplications={lacksApplications}
          onOpen={open}
        />
      )}
      {isProfileOpen && hasCards && side}
      <section className="services" aria-labelledby="services-title">
        <div className="row margin-bottom-2">
          <h2 id="services-title" ref={title} tabIndex={-1} className="heading-lg">
            <Trans>Your services</Trans>
          </h2>
          {hasCards && (
            <>
              <p className="quiet">
                <Plural value={items.length} one="One service" other="# services" />
              </p>
              <Link to={paths.connections} className="usa-button usa-button--outline push">
                {t`Connect a service`}
              </Link>
            </>
          )}
        </div>
        {data && !hasCards && hiddenCount === 0 && <NoServices />}
        {!data && error !== undefined && <FailedRead error={error} onRetry={mutate} />}
        {hasCards && (
          <ServiceCards
            subscriptions={items}
            queue={queue}
            openRecords={openRecords}
            onOpen={open}
            onState={storeState}
            onMove={move}
            onGone={leave}
          />
        )}
        {hiddenCount > 0 && <HiddenCards count={hiddenCount} />}
      </section>
      {!(isProfileOpen && hasCards) && side}
    </div>
  );
}
