import { useLingui } from '@lingui/react/macro';
import { call } from '@/lib/api/call';
import { CodeForm } from '@/components/forms/CodeForm';
import type { Channel, Preferences } from './contactForm';

interface ConfirmAddressProps {
  channel: Channel;
  onVerified: (preferences: Preferences) => void;
}

/** Proves by a code that the address of a channel is the person's. */
export function ConfirmAddress({ channel, onVerified }: ConfirmAddressProps) {
  const { t } = useLingui();
  return (
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
  );
}
