import { Trans } from '@lingui/react/macro';
import { Icon } from '@/components/Icon';
import { ConfirmAddress } from './ConfirmAddress';
import type { Preferences } from './api';

interface PendingEmailProps {
  address: string;
  /** Where notices go meanwhile. */
  inForce: string;
  /** What stands in the form is another address: it has to be saved before it can be confirmed. */
  isChanged: boolean;
  onVerified: (preferences: Preferences) => void;
}

/** A new e-mail address, which is not used before it is confirmed. */
export function PendingEmail({ address, inForce, isChanged, onVerified }: PendingEmailProps) {
  return (
    <div className="address">
      <div className="address__line">
        <Icon name="mail_outline" />
        <span className="address__value">{address}</span>
        <span className="tag tag--open">
          <Icon name="schedule" />
          <Trans>New address, waiting for confirmation</Trans>
        </span>
      </div>
      <p>
        <Trans>
          Until you confirm this address, notices go to <strong>{inForce}</strong>. To keep that address,
          enter it above again and save.
        </Trans>
      </p>
      {isChanged ? (
        <p className="hint">
          <Trans>Save your change first.</Trans>
        </p>
      ) : (
        <ConfirmAddress channel="email" onVerified={onVerified} />
      )}
    </div>
  );
}
