import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { paths } from '@/lib/paths';

/** The ways to contact the portal's staff, if it has any. */
export function ContactWays() {
  const { businessOneStop, privacyOfficerEmail: address } = useConfiguration();
  const number = businessOneStop.helpLineNumber;
  return (
    <ul className="usa-list">
      {address && (
        <li>
          <Trans>
            Email <a href={`mailto:${address}`}>{address}</a>
          </Trans>
        </li>
      )}
      {number && (
        <li>
          <Trans>
            Call the help line: <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>
          </Trans>
        </li>
      )}
      <li>
        <Trans>
          If you have an account, choose Assistant at the top of{' '}
          <Link to={paths.dashboard} className="usa-link">
            your dashboard
          </Link>{' '}
          and ask support
        </Trans>
      </li>
    </ul>
  );
}
