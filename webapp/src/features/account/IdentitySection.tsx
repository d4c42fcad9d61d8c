import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAuthenticationStatus } from '@/lib/authentication/status';
import { formatMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { usePasskeys } from './api';
import { SectionLink } from './SectionLink';

/** Shows if this session has a proof of identity, and how many passkeys the person has. */
export function IdentitySection() {
  const { i18n } = useLingui();
  const { data: status } = useAuthenticationStatus();
  const { data, error, mutate } = usePasskeys();
  const until = status?.expiresAt && formatMoment(status.expiresAt, i18n.locale);
  return (
    <>
      {data ? (
        <p>
          {status?.isAuthenticated ? (
            <Trans>You proved who you are. This holds until {until}.</Trans>
          ) : (
            <Trans>You have not proved who you are since you signed in.</Trans>
          )}{' '}
          <Plural
            value={data.items.length}
            _0="You have no passkey."
            one="You have # passkey."
            other="You have # passkeys."
          />
        </p>
      ) : (
        <Awaited lines={2} error={error} onRetry={mutate} />
      )}
      <SectionLink to={paths.enhancedAuthentication}>
        <Trans>Manage proofs and passkeys</Trans>
      </SectionLink>
    </>
  );
}
