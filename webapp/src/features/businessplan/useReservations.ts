import { useRead } from '@/lib/api/useRead';
import { reservationsPath, type Reservation } from './names';

interface Reservations {
  all: readonly Reservation[] | undefined;
  /** Those that nobody else can have now. */
  held: readonly Reservation[];
  error: unknown;
  read: () => Promise<void>;
}

/** The names reserved for the person; of a visitor nothing is read. */
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
