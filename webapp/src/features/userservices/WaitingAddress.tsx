import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { momentInBrief } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { showToast } from '@/components/toasts/toasts';
import { allowChange, type Case, type Contact } from './api';
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
  const { channel, sentTo, isConfirmed, isAllowed, allowedFrom } = change;
  const from = allowedFrom && momentInBrief(allowedFrom, i18n.locale);
  return (
    <>
      <b>{sentTo}</b> · {t(channels[channel])} · {isConfirmed ? t`confirmed` : t`not confirmed`} ·{' '}
      {isAllowed ? t`approved` : from ? t`approved starting ${from}` : t`not approved`}
      {canAllow && !isAllowed && !from && !isAllowing && (
        <p>
          <Button kind="outline" onClick={() => setAllowing(true)}>
            {t`Approve the change in 7 days`}
          </Button>
        </p>
      )}
      {isAllowing && (
        <>
          <p>
            {t`For a person who can’t get messages at the old address and can’t prove who they are. We notify both addresses and the inbox right away. The person can stop the change during the 7 days.`}
          </p>
          <ReasonForm
            label={t`Why do you approve it?`}
            missing={t`Enter why you approve it, in at least 5 letters`}
            name={name}
            submitText={t`Approve`}
            onSubmit={async (reason) => {
              const allowed = await allowChange(about, id, channel, { sentTo, reason });
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
