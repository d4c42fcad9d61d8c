import { formatPhoneNumber } from '@/components/forms/contacts';
import type { Address } from './api';
import { formatZip } from './addressForm';

type PostalLines = Pick<
  Address,
  'recipient' | 'line1' | 'line2' | 'city' | 'state' | 'zip' | 'zip4' | 'phone'
>;

/** Shows an address in the format of an envelope; parts that are missing leave no gap. */
export function PostalAddress({ address }: { address: PostalLines }) {
  const { recipient, line1, line2, city, state } = address;
  const region = [state, formatZip(address)].filter(Boolean).join(' ');
  const lines = [recipient, line1, line2, [city, region].filter(Boolean).join(', ')];
  return (
    <div className="postal">
      {lines.filter(Boolean).map((line, index) => (
        <bdi key={index} className="block">
          {line}
        </bdi>
      ))}
      {address.phone && <span className="block quiet">{formatPhoneNumber(address.phone)}</span>}
    </div>
  );
}
