import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';

/** Asks a signed-in person to finish registration or accept the terms before anything is saved. */
export function FinishAccountNotice({ closedBy }: { closedBy: 'registration' | 'terms' }) {
  return (
    <p>
      {closedBy === 'registration' ? (
        <Trans>
          To save to your account, <Link to={paths.registerIdentification}>finish your registration</Link>{' '}
          first.
        </Trans>
      ) : (
        <Trans>
          To save to your account, accept the <Link to={paths.termsAndConditions}>terms and conditions</Link>{' '}
          first.
        </Trans>
      )}
    </p>
  );
}
