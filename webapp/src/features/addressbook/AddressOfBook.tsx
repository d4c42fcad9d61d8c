import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import type { Address } from './api';
import { useAddressBook } from './useAddressBook';

interface AddressOfBookProps {
  id: string;
  /** Of the page while the address is not there. */
  title: string;
  children: (address: Address) => ReactNode;
}

/** A page about one address of the book, once it is there. */
export function AddressOfBook({ id, title, children }: AddressOfBookProps) {
  const { addresses, error, retry } = useAddressBook();
  const address = addresses?.find((candidate) => candidate.id === id);
  if (address) return children(address);
  return (
    <div className="page page--narrow">
      <PageHeading title={title} />
      {addresses ? (
        <>
          <p>
            <Trans>This address is not in your address book. It may have been removed.</Trans>
          </p>
          <Link to={paths.addressBook} className="usa-button">
            <Trans>Go to the address book</Trans>
          </Link>
        </>
      ) : (
        <Awaited lines={9} error={error} onRetry={retry} />
      )}
    </div>
  );
}
