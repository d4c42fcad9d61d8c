import { useAddresses, type Address } from './api';

/** Reads the person's address book; `show` replaces it with the reply to a change, without another call. */
export function useAddressBook() {
  const { data, error, mutate } = useAddresses();
  return {
    addresses: data?.items,
    error: data ? undefined : error,
    retry: () => void mutate(),
    reload: () => void mutate(),
    show: (items: Address[]) => void mutate({ items }, { revalidate: false }),
  };
}

/** Adds a saved address to the list, or replaces its earlier version. */
export function mergeAddress(addresses: readonly Address[] | undefined, saved: Address): Address[] {
  const known = addresses ?? [];
  return known.some(({ id }) => id === saved.id)
    ? known.map((address) => (address.id === saved.id ? saved : address))
    : [...known, saved];
}
