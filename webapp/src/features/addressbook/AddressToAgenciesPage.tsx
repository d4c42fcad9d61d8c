import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { AddressOfBook } from './AddressOfBook';
import { SendToAgencies } from './SendToAgencies';

/** Sends an address to agencies that the person is connected with. */
export default function AddressToAgenciesPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const title = t`Send this address to agencies`;
  return (
    <AddressOfBook id={id} title={title}>
      {(address) => <SendToAgencies key={id} address={address} title={title} />}
    </AddressOfBook>
  );
}
