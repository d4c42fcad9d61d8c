import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { createFirstReads } from '@/lib/api/firstReads';
import { useSubscriptions } from '@/lib/connections/subscriptions';
import { useAddresses } from './api';
import { paths } from '@/lib/paths';
import { FailedAction } from '@/components/FailedAction';
import { Awaited } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { AddressCard } from './AddressCard';
import { makeAddressPrimary, removeAddress, type Address } from './api';
import { typeLabels } from './addressForm';
import { useAddressBook } from './useAddressBook';
import { useAgencyRecords } from './useAgencyRecords';

AddressBookPage.FirstReads = createFirstReads(() => {
  useAddresses();
  useSubscriptions();
});

/** Lists the person's addresses, the primary one first. */
export default function AddressBookPage() {
  const { t } = useLingui();
  const { addresses, error, retry, show, reload } = useAddressBook();
  const { records, error: recordsError } = useAgencyRecords();
  const isAwaited = !addresses || (!records && recordsError === undefined);
  const { confirmDelete } = useDialogs();
  const { busyWith, problem, run } = useAction({ onOutdated: reload });
  const focusOn = useFocusAfterChange(addresses);
  const getName = (address: Address) => address.label ?? t(typeLabels[address.type]);

  const makePrimary = (address: Address) =>
    run(async () => {
      const { items } = await makeAddressPrimary(address.id);
      // The card moves to the top and loses the button that had the focus.
      focusOn(`address-${address.id}`);
      show(items);
      const name = getName(address);
      showToast(t`${name} is now your primary address.`);
    }, address.id);

  async function remove(address: Address): Promise<void> {
    const name = getName(address);
    const { line1, city } = address;
    const isWanted = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`We will remove ${line1}, ${city} from your address book. Agencies that already have this address keep it.`,
      okBtnText: t`Remove`,
    });
    if (!isWanted) return;
    await run(async () => {
      const { items } = await removeAddress(address.id);
      focusOn('address-list');
      show(items);
      showToast(t`We removed ${name} from your address book.`);
    }, address.id);
  }

  return (
    <div className="page">
      <PageHeading title={t`Address book`} />
      <p className="lead">
        <Trans>Keep your addresses in one place, and send a new one to the agencies that need it.</Trans>
      </p>
      <FailedAction problem={problem} />
      {isAwaited && <Awaited lines={6} error={error} onRetry={retry} />}
      {!isAwaited && addresses.length === 0 && <NoAddress />}
      {!isAwaited && addresses.length > 0 && (
        <>
          <Link to={paths.newAddress} className="usa-button">
            <Trans>Add an address</Trans>
          </Link>
          <ul
            id="address-list"
            tabIndex={-1}
            className="usa-list--unstyled address-list"
            aria-label={t`Your addresses`}
          >
            {addresses.map((address) => (
              <li key={address.id} className="stack">
                <AddressCard
                  address={address}
                  name={getName(address)}
                  canBeSent={Boolean(records?.length)}
                  isBusy={address.id === busyWith}
                  onMakePrimary={() => void makePrimary(address)}
                  onRemove={() => void remove(address)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Moves the focus to an element after the changed list is drawn, or to the heading if the element is missing. */
function useFocusAfterChange(addresses: readonly Address[] | undefined): (elementId: string) => void {
  const targetId = useRef<string | null>(null);
  useEffect(() => {
    if (targetId.current === null) return;
    const element = document.getElementById(targetId.current) ?? document.querySelector<HTMLElement>('h1');
    targetId.current = null;
    element?.focus();
  }, [addresses]);
  return (elementId) => {
    targetId.current = elementId;
  };
}

function NoAddress() {
  return (
    <div className="card empty">
      <Icon name="home" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No addresses yet</Trans>
      </p>
      <p className="empty__text">
        <Trans>
          Add the addresses where you live, get mail, or run a business. The first one becomes your primary
          address.
        </Trans>
      </p>
      <Link to={paths.newAddress} className="usa-button">
        <Trans>Add an address</Trans>
      </Link>
    </div>
  );
}
