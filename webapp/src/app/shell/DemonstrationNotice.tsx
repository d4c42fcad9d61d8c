import { Trans, useLingui } from '@lingui/react/macro';

/** Says that this portal is not a government service until a state deploys it. */
export function DemonstrationNotice() {
  const { t } = useLingui();
  return (
    <section className="demonstration" aria-label={t`Demonstration notice`}>
      <p className="demonstration__text">
        <strong>
          <Trans>Demonstration.</Trans>
        </strong>{' '}
        <Trans>This is not a government service. Do not enter real personal information.</Trans>
      </p>
    </section>
  );
}
