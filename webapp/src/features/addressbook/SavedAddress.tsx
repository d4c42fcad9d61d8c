import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import type { Address } from './api';
import { useAddressBook } from './useAddressBook';

interface SavedAddressProps {
  id: string;
  /** The heading of the page until the address is loaded. */
  title: string;
  children: (address: Address) => ReactNode;
}

/** Loads a saved address and passes it to the page's content. */
export function SavedAddress({ id, title, children }: SavedAddressProps) {
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
