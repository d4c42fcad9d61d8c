import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from '@/components/Icon';

/** A few words for somebody who is here for the first time. */
export function Welcome({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useLingui();
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title" className="welcome__title">
        <Trans>Your account is ready</Trans>
      </h2>
      <p className="welcome__text">
        <Trans>
          Your services and what is due come together on this page. The menu with your name leads to your
          profile, where you can change how we contact you at any time.
        </Trans>
      </p>
      <button
        type="button"
        className="icon-button welcome__close"
        aria-label={t`Close the welcome`}
        onClick={onDismiss}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
