import { useLingui } from '@lingui/react/macro';
import { CodeForm } from '@/components/forms/CodeForm';
import { confirmCode, sendCode, type Preferences } from './api';
import type { Channel } from './contactForm';

interface ConfirmAddressProps {
  channel: Channel;
  onVerified: (preferences: Preferences) => void;
}

/** Confirms the address of a channel with a code. */
export function ConfirmAddress({ channel, onVerified }: ConfirmAddressProps) {
  const { t } = useLingui();
  return (
    <CodeForm
      id={`${channel}-code`}
      sendText={t`Send code`}
      send={() => sendCode(channel)}
      confirm={async (code) => {
        onVerified(await confirmCode(channel, code));
      }}
    />
  );
}
