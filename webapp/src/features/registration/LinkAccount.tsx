import { Trans, useLingui } from '@lingui/react/macro';
import { CodeForm } from '@/components/forms/CodeForm';
import { confirmLink, sendLinkCode } from './api';
import { useFinishRegistration } from './useFinishRegistration';

/** Offers to take over an earlier registration with the same email address, confirmed by a code. */
export function LinkAccount() {
  const { t } = useLingui();
  const finishRegistration = useFinishRegistration();
  return (
    <section className="notice-card" aria-labelledby="link-title">
      <h2 id="link-title" className="notice-card__title">
        <Trans>You may already be registered</Trans>
      </h2>
      <p>
        <Trans>
          Someone already registered with your email address. If that was you, we can send a code to this
          address so you get your earlier registration back. You will need to connect your services again.
          Otherwise, fill in the form below.
        </Trans>
      </p>
      <CodeForm
        id="linkCode"
        sendText={t`Send code`}
        send={sendLinkCode}
        confirm={async (code) => {
          await confirmLink(code);
          await finishRegistration();
        }}
      />
    </section>
  );
}
