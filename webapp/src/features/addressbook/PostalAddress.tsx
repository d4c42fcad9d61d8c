import { formatPhoneNumber } from '@/components/forms/contacts';
import type { Address } from './api';
import { formatZip } from './addressForm';

/** Shows an address in the format of an envelope. */
export function PostalAddress({ address }: { address: Address }) {
  const lines = [
    address.recipient,
    address.line1,
    address.line2,
    `${address.city}, ${address.state} ${formatZip(address)}`,
  ];
  return (
    <div className="postal">
      {lines
        .filter((line) => line !== null)
        .map((line, index) => (
          <bdi key={index} className="block">
            {line}
          </bdi>
        ))}
      {address.phone && <span className="block quiet">{formatPhoneNumber(address.phone)}</span>}
    </div>
  );
}
