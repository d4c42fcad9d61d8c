import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { changeAddress } from './api';
import { toRequest, toFormValues } from './addressForm';
import { AddressForm } from './AddressForm';
import { SavedAddress } from './SavedAddress';

/** Changes a saved address. */
export default function AddressPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  return (
    <SavedAddress id={id} title={t`Change the address`}>
      {(address) => (
        <AddressForm
          key={id}
          title={t`Change the address`}
          name={`address.${id}`}
          initial={toFormValues(address)}
          save={(values) => changeAddress(id, toRequest(values))}
        />
      )}
    </SavedAddress>
  );
}
