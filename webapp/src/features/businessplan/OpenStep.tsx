import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';

/** What a signed-in person has to do before the portal keeps anything for them. */
export function OpenStep({ closedBy }: { closedBy: 'registration' | 'terms' }) {
  return (
    <p>
      {closedBy === 'registration' ? (
        <Trans>
          To keep anything in your account,{' '}
          <Link to={paths.registerIdentification}>finish your registration</Link> first.
        </Trans>
      ) : (
        <Trans>
          To keep anything in your account, accept the{' '}
          <Link to={paths.termsAndConditions}>terms and conditions</Link> first.
        </Trans>
      )}
    </p>
  );
}
