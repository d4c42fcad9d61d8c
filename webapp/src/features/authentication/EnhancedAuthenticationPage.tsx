import '@/styles/parts.scss';
import './authentication.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { isSettled } from '@/lib/api/useRead';
import { getSafeReturnPath } from '@/lib/auth/returnUrl';
import { formatTime } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useAuthenticationStatus } from '@/lib/authentication/status';
import { useAuthenticationTypes, usePasskeys } from './api';
import { Explanation } from './Explanation';
import { PasskeysSection } from './Passkeys';
import { getPurpose, getTypes } from './purpose';
import { Ways } from './Ways';
import { WithoutDevice } from './WithoutDevice';

EnhancedAuthenticationPage.FirstReads = createFirstReads(() => {
  useAuthenticationTypes();
  usePasskeys();
});

/** All ways to prove an identity. */
export default function EnhancedAuthenticationPage() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const status = useAuthenticationStatus();
  const reads = [status, useAuthenticationTypes(), usePasskeys()];
  const purpose = getPurpose(parameters);
  const returnTo = getSafeReturnPath(parameters.get('returnTo')) ?? paths.enhancedAuthentication;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Enhanced authentication`} />
      {purpose !== 'account' && <Explanation purpose={purpose} returnTo={returnTo} />}
      <p className="lead">
        <Trans>
          Signing in shows that you have the password. Enhanced authentication proves that you are the person
          who registered. It lasts for one hour, in this session only.
        </Trans>
      </p>
      {reads.every(isSettled) ? (
        <>
          {status.data?.isAuthenticated && status.data.expiresAt && (
            <Holds
              type={status.data.enhancedAuthenticationType ?? ''}
              until={status.data.expiresAt}
              isProof={status.data.assurance === 'proof'}
            />
          )}
          <h2>
            <Trans>Ways to prove who you are</Trans>
          </h2>
          <Ways purpose={purpose} returnTo={returnTo} types={getTypes(parameters)} />
          {purpose === 'account' && <PasskeysSection />}
          <WithoutDevice />
        </>
      ) : (
        <Skeleton lines={12} />
      )}
    </div>
  );
}

function Holds({ type, until, isProof }: { type: string; until: string; isProof: boolean }) {
  const { i18n } = useLingui();
  const time = formatTime(until, i18n.locale);
  return (
    <Alert kind="success">
      <p>
        {isProof ? (
          <Trans>
            You proved who you are: {type}. This lasts until {time}.
          </Trans>
        ) : (
          <Trans>
            You passed a check: {type}. It lasts until {time}. Some services need stronger proof.
          </Trans>
        )}
      </p>
    </Alert>
  );
}
