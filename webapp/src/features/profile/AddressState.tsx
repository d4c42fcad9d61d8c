import Phone from '@uswds/uswds/img/usa-icons/phone.svg?react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { Icon } from '@/components/Icon';
import { ConfirmAddress } from './ConfirmAddress';
import type { Preferences } from './api';
import { formatAddress } from './contactForm';
import { TestNotice } from './TestNotice';

type SavedAddress = Preferences['addresses'][number];
type Unusable = Exclude<SavedAddress['status'], 'usable'>;

const unusableNames: Record<Unusable, MessageDescriptor> = {
  bounced: msg`Messages are returned`,
  complained: msg`Reported as spam`,
  stopped: msg`Stopped`,
};

interface AddressStateProps {
  saved: SavedAddress;
  /** True if the form has another address, which must be saved before it can be verified. */
  isChanged: boolean;
  /** True if another address waits for its code; then this one cannot get a code. */
  isToBeReplaced: boolean;
  onVerified: (preferences: Preferences) => void;
}

/** Explains why nothing is sent to an address and how to fix it. */
function WhatToDo({ status, since }: { status: Unusable; since: string }) {
  switch (status) {
    case 'bounced':
      return (
        <p>
          <Trans>
            Our message on {since} was returned, so we stopped. Correct the address in the form and save it.
            If it is right, confirm it with a new code, and we will use it again.
          </Trans>
        </p>
      );
    case 'complained':
      return (
        <p>
          <Trans>
            On {since}, someone reported our message to this address as spam, so we stopped. If that was a
            mistake, confirm the address with a new code, and we will use it again.
          </Trans>
        </p>
      );
    case 'stopped':
      return (
        <p>
          <Trans>
            On {since}, you asked us by text message to stop, so we don’t text this number. To get texts
            again, reply START to any of our texts from the same phone, then reload this page.
          </Trans>
        </p>
      );
  }
}

/** Shows the status of an address, with a way to verify it. */
export function AddressState({ saved, isChanged, isToBeReplaced, onVerified }: AddressStateProps) {
  const { t, i18n } = useLingui();
  const { channel, status } = saved;
  const since = saved.statusAt && formatDay(getDay(saved.statusAt), i18n.locale);
  const canBeVerified = !isToBeReplaced && (status === 'usable' ? !saved.isVerified : status !== 'stopped');

  return (
    <div className="address">
      <div className="row row--tight">
        {channel === 'email' ? (
          <Icon name="mail_outline" />
        ) : (
          <Phone className="usa-icon" aria-hidden="true" focusable="false" />
        )}
        <span className="address__value">{formatAddress(channel, saved.address)}</span>
        {status !== 'usable' && (
          <span className="tag tag--bad">
            <Icon name="error" />
            {t(unusableNames[status])}
          </span>
        )}
        {status === 'usable' &&
          (saved.isVerified ? (
            <span className="tag tag--good">
              <Icon name="check_circle" />
              <Trans>Verified</Trans>
            </span>
          ) : (
            <span className="tag tag--open">
              <Icon name="warning" />
              <Trans>Not verified</Trans>
            </span>
          ))}
      </div>
      {status !== 'usable' && since && <WhatToDo status={status} since={since} />}
      {isChanged && !isToBeReplaced && (
        <p className="hint">
          <Trans>Save your change first.</Trans>
        </p>
      )}
      {!isChanged && canBeVerified && <ConfirmAddress channel={channel} onVerified={onVerified} />}
      {!isChanged && status === 'usable' && saved.isVerified && <TestNotice channel={channel} />}
    </div>
  );
}
