import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { ContactWays } from './ContactWays';

/** Explains how to contact the portal and its agencies. */
export function ContactPage() {
  const { t } = useLingui();
  usePageDescription(t`How to reach the people of this portal, and where to find its agencies.`);
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Contact`} />
      <ContactWays />
      <p>
        <Trans>
          For a record, a fee, or a decision, ask the agency:{' '}
          <Link to={`${paths.services}?by=agency`} className="usa-link">
            services by agency
          </Link>
          .
        </Trans>
      </p>
    </div>
  );
}
