import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { useAction } from '@/lib/forms/useAction';
import { Button } from '@/components/Button';
import { sendTest, type SentTest } from './api';
import type { Channel } from './contactForm';

/** Sends a test to an address and links to its result. */
export function TestNotice({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();
  const [sent, setSent] = useState<SentTest | null>(null);

  const send = () => run(async () => setSent(await sendTest(channel)));

  const sentTo = sent?.sentTo;
  return (
    <div className="address__test">
      <Button kind="outline" isBusy={isBusy} onClick={send}>
        {channel === 'email' ? t`Send me a test email` : t`Send me a test text message`}
      </Button>
      <div role="status">
        {sent && !problem && (
          <p>
            <Trans>
              We sent a test to <strong>{sentTo}</strong>.
            </Trans>{' '}
            <Link to={generatePath(paths.portalMessage, { id: sent.messageId })} className="usa-link">
              <Trans>Check the status</Trans>
            </Link>
          </p>
        )}
        {problem && <p className="text-bad text-bold">{problem}</p>}
      </div>
    </div>
  );
}
