import { useLingui } from '@lingui/react/macro';
import { memo, useEffect, useId, useMemo, useState } from 'react';
import { ApiError } from '@/lib/api/errors';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { refreshServiceData, useServiceData } from './api';
import type { CardQueue } from './cardQueue';
import { isGrave, getRecordId, type RecordState } from './records';
import { FailedRecord, RecordContent, RevokedRecord, type LastPress } from './RecordBody';
import { StatusTag } from './StatusTag';

export interface RecordProps {
  subscription: Subscription;
  identity: Identity;
  queue: CardQueue;
  /** A record among others shows its content when it is chosen. */
  disclosure: { isOpen: boolean; onToggle: () => void } | null;
  onState: (identityId: string, state: RecordState) => void;
  onDisconnect: (subscription: Subscription, identity: Identity) => void;
}

function isRevoked(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'identityRevoked';
}

/** In a word what a record that is not open would say. */
function RecordSummary({ state }: { state: RecordState }) {
  const { t } = useLingui();
  switch (state.kind) {
    case 'loading':
      return null;
    case 'failed':
      return <StatusTag tone="neutral">{t`Not checked`}</StatusTag>;
    case 'revoked':
      return <StatusTag tone="problem">{t`Disconnected`}</StatusTag>;
    case 'ready':
      if (state.data.notices.some(isGrave)) return <StatusTag tone="problem">{t`Needs attention`}</StatusTag>;
      if (state.data.notices.length > 0) return <StatusTag tone="attention">{t`Needs attention`}</StatusTag>;
      return null;
  }
}

type FrameProps = RecordProps & { state: RecordState; children: React.ReactNode };

/** The record's name above what is known of it. */
function RecordFrame({ identity, disclosure, state, children }: FrameProps) {
  const contentId = useId();
  const id = getRecordId(identity.id);
  if (!disclosure) {
    return (
      <div className="record">
        <h4 id={id} tabIndex={-1} className="heading-sm record__label">
          <bdi>{identity.label}</bdi>
        </h4>
        <div className="record__content">{children}</div>
      </div>
    );
  }
  return (
    <div className="record record--among">
      <h4 className="heading-sm record__label">
        <button
          id={id}
          type="button"
          className="record__toggle"
          aria-expanded={disclosure.isOpen}
          aria-controls={contentId}
          onClick={disclosure.onToggle}
        >
          <span className="row row--between grow record__name">
            <bdi>{identity.label}</bdi>
            {!disclosure.isOpen && <RecordSummary state={state} />}
          </span>
          <Icon name="expand_more" className={disclosure.isOpen ? 'icon--turned' : ''} />
        </button>
      </h4>
      <div id={contentId} className="record__content" hidden={!disclosure.isOpen}>
        {children}
      </div>
    </div>
  );
}

const revoked: RecordState = { kind: 'revoked' };

function RevokedPanel(props: RecordProps) {
  const { subscription, identity, onState, onDisconnect } = props;
  useEffect(() => onState(identity.id, revoked), [identity.id, onState]);
  return (
    <RecordFrame {...props} state={revoked}>
      <RevokedRecord subscription={subscription} onDisconnect={() => onDisconnect(subscription, identity)} />
    </RecordFrame>
  );
}

function LivePanel(props: RecordProps) {
  const { subscription, identity, queue, onState, onDisconnect } = props;
  const { data, error, isValidating, mutate } = useServiceData(identity.id, (read) =>
    queue.run(identity.id, read),
  );
  const [isAsking, setAsking] = useState(false);
  const [lastPress, setLastPress] = useState<LastPress>(null);
  const agency = subscription.service.agency.name;

  const state = useMemo((): RecordState => {
    if (isRevoked(error)) return revoked;
    if (data) {
      return { kind: 'ready', isCurrent: !data.stale && error === undefined, data };
    }
    return { kind: error === undefined ? 'loading' : 'failed' };
  }, [data, error]);
  useEffect(() => onState(identity.id, state), [identity.id, state, onState]);

  async function retry() {
    setAsking(true);
    setLastPress(null);
    const before = data?.checkedAt;
    // A copy that is fresh enough for the portal would be shown again; the person wants the agency asked.
    const asked =
      state.kind === 'ready' && state.isCurrent ? mutate(refreshServiceData(identity.id), false) : mutate();
    const answer = await asked.catch(() => mutate()).catch(() => undefined);
    setAsking(false);
    if (answer && !answer.stale) setLastPress(answer.checkedAt === before ? 'tooSoon' : 'checked');
    // The button that was pressed may be gone with what it stood for.
    if (document.activeElement === document.body) document.getElementById(getRecordId(identity.id))?.focus();
  }

  const retrying = { onRetry: () => void retry(), isBusy: isAsking || isValidating };
  return (
    <RecordFrame {...props} state={state}>
      {state.kind === 'loading' && <Skeleton lines={4} />}
      {state.kind === 'failed' && <FailedRecord agency={agency} label={identity.label} {...retrying} />}
      {state.kind === 'revoked' && (
        <RevokedRecord
          subscription={subscription}
          onDisconnect={() => onDisconnect(subscription, identity)}
        />
      )}
      {state.kind === 'ready' && (
        <RecordContent
          data={state.data}
          isCurrent={state.isCurrent}
          subscription={subscription}
          identity={identity}
          lastPress={lastPress}
          {...retrying}
        />
      )}
    </RecordFrame>
  );
}

/** A connected record: it loads on its own, and fails on its own. */
export const RecordPanel = memo(function RecordPanel(props: RecordProps) {
  return props.identity.status === 'revoked' ? <RevokedPanel {...props} /> : <LivePanel {...props} />;
});
