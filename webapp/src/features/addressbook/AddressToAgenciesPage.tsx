import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './addressbook.scss';
import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { SavedAddress } from './SavedAddress';
import { SendToAgencies } from './SendToAgencies';

/** Sends an address to the person's connected agencies. */
export default function AddressToAgenciesPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const title = t`Send this address to agencies`;
  return (
    <SavedAddress id={id} title={title}>
      {(address) => <SendToAgencies key={id} address={address} title={title} />}
    </SavedAddress>
  );
}
