import { PlaceFields } from '@/components/address/PlaceFields';
import type { PlaceField } from '@/components/address/place';
import type { Address } from './api';
import { homeState } from './records';

interface AddressFieldProps {
  /** The id of the question on the page, or of the person's address. */
  id: string;
  address: Address;
  allowsOtherStates: boolean;
  getMessages: (field: string) => readonly string[];
  onChange: (address: Address) => void;
}

/** The inputs of an address in an answer. */
export function AddressField({ id, address, allowsOtherStates, getMessages, onChange }: AddressFieldProps) {
  return (
    <PlaceFields
      isOwn={false}
      hasState={allowsOtherStates}
      field={(name: PlaceField) => ({
        id: `${id}.${name}`,
        value: address[name] ?? (name === 'state' ? homeState : ''),
        messages: getMessages(`${id}.${name}`),
        onChange: (value) => onChange({ ...address, [name]: value }),
      })}
    />
  );
}
