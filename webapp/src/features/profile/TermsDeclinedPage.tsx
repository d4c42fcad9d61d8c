import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Navigate, useLocation } from 'react-router';
import { useSignIn } from '@/lib/auth/useSignIn';
import { formatMoment } from '@/lib/i18n/moments';
import { parseDeclinedTerms } from '@/lib/journey/declinedTerms';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';

/** Shows the stored decision after declining, and what the person can still do. */
export default function TermsDeclinedPage() {
  const { t, i18n } = useLingui();
  const { state } = useLocation() as { state: unknown };
  const signIn = useSignIn();
  const declined = parseDeclinedTerms(state);
  if (!declined) return <Navigate to={paths.landing} replace />;

  const { version } = declined;
  const moment = formatMoment(declined.decidedAt, i18n.locale);
  return (
    <div className="page page--narrow">
      <PageHeading title={t`You declined the terms and conditions`} />
      <p className="lead">
        <Trans>
          We saved your decision on version {version} on {moment} and signed you out.
        </Trans>
      </p>
      <h2>
        <Trans>What this means</Trans>
      </h2>
      <ul className="usa-list">
        <li>
          <Trans>You cannot use your account here until you accept the terms.</Trans>
        </li>
        <li>
          <Trans>
            We keep your registration, your connections, and what you saved. Your rights and duties toward the
            agencies don’t change.
          </Trans>
        </li>
        <li>
          <Trans>
            We still send notices to the addresses you chose. After you sign in, you can change that before
            you accept the terms.
          </Trans>
        </li>
      </ul>
      <h2>
        <Trans>What you can still do</Trans>
      </h2>
      <ul className="usa-list">
        <li>
          <Link to={paths.businessPlan} className="usa-link">
            <Trans>Search business names and estimate startup costs</Trans>
          </Link>
        </li>
        <li>
          <Trans>
            Read the{' '}
            <Link to={paths.terms} className="usa-link">
              terms and conditions
            </Link>{' '}
            and the{' '}
            <Link to={paths.privacy} className="usa-link">
              privacy notice
            </Link>
            , which says how to have your data deleted
          </Trans>
        </li>
        <li>
          <Trans>Sign in again and accept the terms, at any time</Trans>
        </li>
      </ul>
      <Button kind="big" onClick={signIn}>
        <Trans>Sign in</Trans>
      </Button>
    </div>
  );
}
