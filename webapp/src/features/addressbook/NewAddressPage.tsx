import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { addAddress } from './api';
import { createEmptyValues, toRequest } from './addressForm';
import { AddressForm } from './AddressForm';

/** Adds an address to the address book. */
export default function NewAddressPage() {
  const { t } = useLingui();
  const [initial] = useState(createEmptyValues);
  return (
    <AddressForm
      title={t`Add an address`}
      name="newAddress"
      initial={initial}
      save={(values) => addAddress(toRequest(values), values.key)}
    />
  );
}
