import { useAddresses, type Address } from './api';

/** The person's address book, and the way to show what a change made of it without asking again. */
export function useAddressBook() {
  const { data, error, mutate } = useAddresses();
  return {
    addresses: data?.items,
    error: data ? undefined : error,
    retry: () => void mutate(),
    readAgain: () => void mutate(),
    show: (items: Address[]) => void mutate({ items }, { revalidate: false }),
  };
}

/** The book with an address that was added or changed. */
export function withAddress(addresses: readonly Address[] | undefined, saved: Address): Address[] {
  const known = addresses ?? [];
  return known.some(({ id }) => id === saved.id)
    ? known.map((address) => (address.id === saved.id ? saved : address))
    : [...known, saved];
}
