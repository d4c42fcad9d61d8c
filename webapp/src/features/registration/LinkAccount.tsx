import { Trans, useLingui } from '@lingui/react/macro';
import { CodeForm } from '@/components/forms/CodeForm';
import { confirmLink, sendLinkCode } from './api';
import { useFinishRegistration } from './useFinishRegistration';

/** Offers the registration of an earlier account with the same e-mail address; a code to that address proves who asks. */
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
          Somebody registered before with your e-mail address. If that was you, get your earlier registration
          back with a code that we send to this address; services that you had connected you connect again.
          Otherwise fill in the form below.
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
