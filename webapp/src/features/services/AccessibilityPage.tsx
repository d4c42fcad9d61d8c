import { Trans, useLingui } from '@lingui/react/macro';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { ContactWays } from './ContactWays';

/** Explains how accessibility is measured, and how to report a barrier. */
export function AccessibilityPage() {
  const { t } = useLingui();
  usePageDescription(t`How we test if everyone can use this portal, and how to report a barrier.`);
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Accessibility`} />
      <p className="lead">
        <Trans>Everyone should be able to use every page, with or without a mouse, on any screen size.</Trans>
      </p>
      <section>
        <h2>
          <Trans>What we measure</Trans>
        </h2>
        <ul className="usa-list">
          <li>
            <Trans>
              Automatic checks with axe on every page, in both languages, on phones and computers, in light
              and dark colors: a release may have no violation.
            </Trans>
          </li>
          <li>
            <Trans>Keyboard: the focus stays visible, moves into dialogs, and comes back.</Trans>
          </li>
          <li>
            <Trans>Contrast of text and controls in every set of colors.</Trans>
          </li>
          <li>
            <Trans>Pages do not jump while they load, and fit a screen 320 pixels wide.</Trans>
          </li>
        </ul>
        <p>
          <Trans>
            Automatic checks cannot find every barrier. Websites of agencies behind the links are not part of
            this.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Browsers</Trans>
        </h2>
        <p>
          <Trans>
            Use Safari, Chrome, Firefox, or Edge from the last three years. An iPhone or iPad needs iOS 16.4
            or later.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Report a barrier</Trans>
        </h2>
        <p>
          <Trans>Tell us the page, what you wanted to do, and what you use, such as a screen reader.</Trans>
        </p>
        <ContactWays />
      </section>
    </div>
  );
}
