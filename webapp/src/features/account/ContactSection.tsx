import { Trans } from '@lingui/react/macro';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { formatPhoneNumber } from '@/components/forms/contacts';
import { usePreferences } from './api';
import { SectionLink } from './SectionLink';

/** Shows the addresses for notices. */
export function ContactSection() {
  const { data, error, mutate } = usePreferences();
  return (
    <>
      {data ? (
        <ul className="usa-list--unstyled account__list">
          {data.addresses.map(({ channel, address, isVerified }) => (
            <li key={channel}>
              <bdi>{formatPhoneNumber(address)}</bdi>{' '}
              <span className="quiet">
                {isVerified ? <Trans>confirmed</Trans> : <Trans>not confirmed yet</Trans>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Awaited lines={2} error={error} onRetry={mutate} />
      )}
      <SectionLink to={paths.contactPreferences}>
        <Trans>Change contact preferences</Trans>
      </SectionLink>
    </>
  );
}
