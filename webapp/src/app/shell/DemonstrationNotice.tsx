import { Trans, useLingui } from '@lingui/react/macro';

/** Says that this portal is not a government service until a state deploys it. */
export function DemonstrationNotice() {
  const { t } = useLingui();
  return (
    <section className="demonstration small" aria-label={t`Demonstration notice`}>
      <p className="band">
        <strong>
          <Trans>Demonstration.</Trans>
        </strong>{' '}
        <Trans>This is not a government service. Do not enter real personal information.</Trans>
      </p>
    </section>
  );
}
