import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { PageHeading } from '@/components/PageHeading';

/** Explains the registration before it starts. */
export default function RegisterPage() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Set up your account`} />
      <p className="lead">
        <Trans>
          You are signed in. Before you can use the portal, we need to know who you are. It takes about three
          minutes.
        </Trans>
      </p>
      <ol className="usa-process-list">
        <li className="usa-process-list__item">
          <h2 className="usa-process-list__heading">
            <Trans>Tell us who you are</Trans>
          </h2>
          <p>
            <Trans>Your legal name, your date of birth and where you live.</Trans>
          </p>
        </li>
        <li className="usa-process-list__item">
          <h2 className="usa-process-list__heading">
            <Trans>Read the terms and conditions</Trans>
          </h2>
          <p>
            <Trans>You decide whether to accept them.</Trans>
          </p>
        </li>
        <li className="usa-process-list__item">
          <h2 className="usa-process-list__heading">
            <Trans>Choose how we contact you</Trans>
          </h2>
          <p>
            <Trans>By email or text message, in English or Spanish.</Trans>
          </p>
        </li>
      </ol>
      <Link to={paths.registerIdentification} className="usa-button usa-button--big">
        <Trans>Continue</Trans>
      </Link>
    </div>
  );
}
