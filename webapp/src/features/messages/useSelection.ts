import { useMemo, useState } from 'react';
import type { ListedMessage } from './messages';

export interface Selection {
  /** In the order of the list. */
  messages: readonly ListedMessage[];
  has: (id: string) => boolean;
  /** Selects or deselects one; ranges begin at it. */
  toggle: (id: string) => void;
  /** Selects everything between where the last range began and this message. */
  extendTo: (id: string) => void;
  selectAll: () => void;
  clear: () => void;
}

interface State {
  list: string;
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | null;
}

/**
 * Which of the messages in the list are selected.
 *
 * @param list names the list; another one begins with nothing selected.
 */
export function useSelection(list: string, listed: readonly ListedMessage[]): Selection {
  const [state, setState] = useState<State>({ list, ids: new Set(), anchor: null });
  const { ids, anchor } = state.list === list ? state : { ids: new Set<string>(), anchor: null };
  const messages = useMemo(() => listed.filter(({ id }) => ids.has(id)), [listed, ids]);
  const set = (changed: Partial<Omit<State, 'list'>>) => setState({ ids, anchor, ...changed, list });

  return {
    messages,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const changed = new Set(ids);
      if (!changed.delete(id)) changed.add(id);
      set({ ids: changed, anchor: id });
    },
    extendTo: (id) => {
      const places = [anchor ?? id, id].map((end) => listed.findIndex((message) => message.id === end));
      const [from, to] = [Math.min(...places), Math.max(...places)] as const;
      if (from < 0) return;
      const range = listed.slice(from, to + 1).map((message) => message.id);
      set({ ids: new Set([...ids, ...range]), anchor: anchor ?? id });
    },
    selectAll: () => set({ ids: new Set(listed.map(({ id }) => id)) }),
    clear: () => set({ ids: new Set(), anchor: null }),
  };
}
