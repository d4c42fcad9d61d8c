import { Trans } from '@lingui/react/macro';
import { paths } from '@/lib/paths';
import { SectionLink } from './SectionLink';

/** Leads to the address book. */
export function AddressesSection() {
  return (
    <>
      <p>
        <Trans>Your address book holds the addresses you use in forms and send to agencies.</Trans>
      </p>
      <SectionLink to={paths.addressBook}>
        <Trans>Open the address book</Trans>
      </SectionLink>
    </>
  );
}
