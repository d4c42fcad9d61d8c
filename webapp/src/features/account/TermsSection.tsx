import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { useTerms } from './api';
import { SectionLink } from './SectionLink';

/** Shows which version of the terms the person accepted, and when. */
export function TermsSection() {
  const { i18n } = useLingui();
  const { data: terms, error, mutate } = useTerms();
  const decidedOn = terms?.decision ? formatDay(getDay(terms.decision.decidedAt), i18n.locale) : '';
  return (
    <>
      {terms ? (
        <p>
          {terms.decision?.outcome === 'accepted' ? (
            <Trans>
              You accepted version {terms.version} on {decidedOn}.
            </Trans>
          ) : (
            <Trans>You have not accepted version {terms.version}.</Trans>
          )}
        </p>
      ) : (
        <Awaited lines={1} error={error} onRetry={mutate} />
      )}
      <SectionLink to={paths.termsAndConditions}>
        <Trans>Read the terms</Trans>
      </SectionLink>
    </>
  );
}
