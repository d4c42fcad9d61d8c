import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '@/lib/api/call';
import { newAddress, requestOf } from './addressForm';
import { AddressForm } from './AddressForm';

/** Adds an address to the book. */
export function NewAddressPage() {
  const { t } = useLingui();
  const [initial] = useState(newAddress);
  return (
    <AddressForm
      title={t`Add an address`}
      name="newAddress"
      initial={initial}
      save={(values) =>
        call('post', '/api/profile/addresses', {
          body: requestOf(values),
          headers: { 'Idempotency-Key': values.key },
        })
      }
    />
  );
}
