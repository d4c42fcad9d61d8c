import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatShortMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { showToast } from '@/components/toasts/toasts';
import { allowChange, type Case, type Contact, withdrawPermission } from './api';
import { ReasonForm } from './ReasonForm';
import { channels } from './words';

type Change = Contact['changes'][number];

interface WaitingAddressProps {
  about: Case;
  id: string;
  name: string;
  change: Change;
  /** True when the purpose of the case permits it. */
  canAllow: boolean;
  onAllowed: (change: Change) => void;
}

/** An address that waits to take the place of another one, and the way to allow it without a code from that one. */
export function WaitingAddress({ about, id, name, change, canAllow, onAllowed }: WaitingAddressProps) {
  const { t, i18n } = useLingui();
  const [isAllowing, setAllowing] = useState(false);
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { id: changeId, channel, sentTo, isConfirmed, isAllowed, allowedFrom, allowedUntil } = change;
  const from = allowedFrom && formatShortMoment(allowedFrom, i18n.locale);
  const until = allowedUntil && formatShortMoment(allowedUntil, i18n.locale);

  function getState(): string {
    if (from && until) return t`approved from ${from} until ${until}`;
    if (until) return t`approved until ${until}`;
    return isAllowed ? t`approved` : t`not approved`;
  }

  const hasEntry = !isAllowing && !isWithdrawing;
  return (
    <>
      <b>{sentTo || t`remove the number`}</b> · {t(channels[channel])} ·{' '}
      <span>{`${isConfirmed ? t`confirmed` : t`not confirmed`} · ${getState()}`}</span>
      {canAllow && until && hasEntry && (
        <p>
          <Button kind="outline" onClick={() => setWithdrawing(true)}>
            {t`Take back the approval`}
          </Button>
        </p>
      )}
      {isWithdrawing && (
        <>
          <p>
            {t`The change stays open. The person needs a code from the old address, or proof of who they are. We notify both addresses and the inbox right away.`}
          </p>
          <ReasonForm
            label={t`Why do you take it back?`}
            missing={t`Enter why you take it back, in at least 5 letters`}
            name={name}
            submitText={t`Take back`}
            onSubmit={async (reason) => {
              const withdrawn = await withdrawPermission(about, id, channel, { changeId, reason });
              showToast(t`Taken back. The person gets a message with your reason.`);
              setWithdrawing(false);
              onAllowed(withdrawn);
            }}
            onCancel={() => setWithdrawing(false)}
          />
        </>
      )}
      {canAllow && !isAllowed && !from && hasEntry && (
        <p>
          <Button kind="outline" onClick={() => setAllowing(true)}>
            {t`Approve the change in 7 days`}
          </Button>
        </p>
      )}
      {isAllowing && (
        <>
          <p>
            {t`For a person who can’t get messages at the old address and can’t prove who they are. We notify both addresses and the inbox right away. The person can stop the change during the 7 days. The approval ends after 14 days.`}
          </p>
          <ReasonForm
            label={t`Why do you approve it?`}
            missing={t`Enter why you approve it, in at least 5 letters`}
            name={name}
            submitText={t`Approve`}
            onSubmit={async (reason) => {
              const allowed = await allowChange(about, id, channel, { changeId, reason });
              showToast(t`Approved. The person gets a message with your reason.`);
              setAllowing(false);
              onAllowed(allowed);
            }}
            onCancel={() => setAllowing(false)}
          />
        </>
      )}
    </>
  );
}
