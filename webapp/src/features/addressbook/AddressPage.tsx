import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { changeAddress } from './api';
import { requestOf, valuesOf } from './addressForm';
import { AddressForm } from './AddressForm';
import { AddressOfBook } from './AddressOfBook';

/** Changes an address of the book. */
export default function AddressPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  return (
    <AddressOfBook id={id} title={t`Change the address`}>
      {(address) => (
        <AddressForm
          key={id}
          title={t`Change the address`}
          name={`address.${id}`}
          initial={valuesOf(address)}
          save={(values) => changeAddress(id, requestOf(values))}
        />
      )}
    </AddressOfBook>
  );
}
