import { useMemo, useState } from 'react';
import type { ListedMessage } from './messages';

export type Selection = ReturnType<typeof useSelection>;

/**
 * Keeps which messages of a list are selected.
 *
 * @param list names the list; another one begins with nothing selected
 */
export function useSelection(list: string, listed: readonly ListedMessage[]) {
  const nothing = { list, ids: new Set<string>(), anchor: '' };
  const [state, setState] = useState(nothing);
  const { ids, anchor } = state.list === list ? state : nothing;
  const messages = useMemo(() => listed.filter(({ id }) => ids.has(id)), [listed, ids]);
  const findPlace = (id: string) => listed.findIndex((message) => message.id === id);

  return {
    /** The selected messages in the order of the list. */
    messages,
    has: (id: string) => ids.has(id),
    /** Selects or deselects a message; ranges begin at it. */
    toggle: (id: string) => {
      const changed = new Set(ids);
      if (!changed.delete(id)) changed.add(id);
      setState({ list, ids: changed, anchor: id });
    },
    /** Selects everything between the beginning of the range and this message. */
    extendTo: (id: string) => {
      const end = findPlace(id);
      const start = anchor === '' ? end : findPlace(anchor);
      if (start < 0 || end < 0) return;
      const range = listed.slice(Math.min(start, end), Math.max(start, end) + 1);
      setState({ list, ids: new Set([...ids, ...range.map((message) => message.id)]), anchor: anchor || id });
    },
    selectAll: () => setState({ ...nothing, ids: new Set(listed.map(({ id }) => id)) }),
    clear: () => setState(nothing),
  };
}
