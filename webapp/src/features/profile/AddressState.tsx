import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@/lib/api/call';
import { CodeForm } from '@/components/forms/CodeForm';
import { Icon } from '@/components/Icon';
import type { Preferences } from './contactForm';

interface AddressStateProps {
  saved: Preferences['addresses'][number];
  /** The address as people write it. */
  shown: string;
  /** What stands in the form is another address: it has to be saved before it can be verified. */
  isChanged: boolean;
  onVerified: (preferences: Preferences) => void;
}

/** Whether an address is verified, and the way to verify it. */
export function AddressState({ saved, shown, isChanged, onVerified }: AddressStateProps) {
  const { t } = useLingui();
  const { channel } = saved;

  return (
    <div className="address">
      <div className="address__line">
        <Icon name={channel === 'email' ? 'mail_outline' : 'phone'} />
        <span className="address__value">{shown}</span>
        {saved.isVerified ? (
          <span className="tag tag--good">
            <Icon name="check_circle" />
            <Trans>Verified</Trans>
          </span>
        ) : (
          <span className="tag tag--open">
            <Icon name="warning" />
            <Trans>Not verified</Trans>
          </span>
        )}
      </div>
      {isChanged && (
        <p className="hint">
          <Trans>Save your change first.</Trans>
        </p>
      )}
      {!isChanged && !saved.isVerified && (
        <CodeForm
          id={`${channel}-code`}
          sendText={t`Send code`}
          send={() => call('post', '/api/profile/contactpreferences/verification', { body: { channel } })}
          confirm={async (code) => {
            onVerified(
              await call('post', '/api/profile/contactpreferences/verification/confirm', {
                body: { channel, code },
              }),
            );
          }}
        />
      )}
    </div>
  );
}
