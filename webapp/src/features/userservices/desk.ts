import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';
import type { Case } from './api';

/** Time after which an unused case closes, in milliseconds. */
export const caseMilliseconds = 15 * 60_000;
/** The most records that are listed after they were open. */
const mostRecent = 6;
/** The least time by which the end moves, in milliseconds; otherwise each key would redraw the page. */
const stepMilliseconds = 5_000;

export interface Subject {
  id: string;
  name: string;
}

export interface Desk {
  /** The case that is open. */
  open: Case | null;
  /** The person whose record is shown. */
  subject: Subject | null;
  /** The time when the case closes by itself, in milliseconds since 1970. */
  endsAt: number;
  /** The records that were open, the latest first. */
  recent: readonly (Case & Subject)[];
  /** True if the last case closed because nobody used it. */
  hasRunOut: boolean;
}

const createDesk = (): Desk => ({ open: null, subject: null, endsAt: 0, recent: [], hasRunOut: false });

/**
 * The work of a staff member. It is in the memory of this page alone: no storage of the browser holds any of it.
 */
const desk = createStore(createDesk);

export function openCase(about: Case): void {
  desk.set({
    ...desk.current(),
    open: about,
    subject: null,
    endsAt: Date.now() + caseMilliseconds,
    hasRunOut: false,
  });
}

/** Stores the person whose record is shown; null when none is. */
export function showSubject(subject: Subject | null): void {
  const { open, recent, ...rest } = desk.current();
  const isNew = subject !== null && open !== null;
  const others = recent.filter(({ id, caseNumber }) => id !== subject?.id || caseNumber !== open?.caseNumber);
  desk.set({
    ...rest,
    open,
    subject,
    recent: isNew ? [{ ...open, ...subject }, ...others].slice(0, mostRecent) : recent,
  });
}

/** Closes the case; the records that were open stay listed. */
export function closeCase(): void {
  desk.set({ ...desk.current(), open: null, subject: null });
}

/** Closes a case that nobody has used; nothing of it stays on the screen. */
function expireCase(): void {
  desk.set({ ...createDesk(), hasRunOut: true });
}

function extendCase(): void {
  const { open, endsAt } = desk.current();
  const end = Date.now() + caseMilliseconds;
  if (open && end - endsAt >= stepMilliseconds) desk.set({ ...desk.current(), endsAt: end });
}

/** The desk. While a page shows it, keys and touches keep the case open, and its end closes it. */
export function useDesk(): Desk {
  const current = useSyncExternalStore(desk.subscribe, desk.current);
  const { open, endsAt } = current;

  useEffect(() => {
    if (!open) return;
    // The timer is late on a computer that slept; the clock decides.
    const check = () => {
      if (Date.now() >= endsAt) expireCase();
    };
    check();
    const timer = setTimeout(check, Math.max(0, endsAt - Date.now()));
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [open, endsAt]);

  useEffect(() => {
    const uses = ['keydown', 'pointerdown'] as const;
    // Each component has its own listener, so that none removes another's.
    const onUse = () => extendCase();
    for (const use of uses) document.addEventListener(use, onUse);
    return () => {
      for (const use of uses) document.removeEventListener(use, onUse);
    };
  }, []);

  return current;
}
