import { useRead } from '@/lib/api/useRead';
import { reservationsPath, type Reservation } from './api';

interface Reservations {
  all: readonly Reservation[] | undefined;
  /** The reservations that are active now. */
  held: readonly Reservation[];
  error: unknown;
  read: () => Promise<void>;
}

/** Reads the person's reservations; reads nothing for a visitor. */
export function useReservations(): Reservations {
  const { data, error, mutate } = useRead(reservationsPath);
  return {
    all: data?.items,
    held: (data?.items ?? []).filter(({ status }) => status === 'active'),
    error,
    read: async () => {
      await mutate();
    },
  };
}
