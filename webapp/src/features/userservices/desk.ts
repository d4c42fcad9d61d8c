import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '@/lib/store';
import type { Case } from './api';

/** So long a case stays open without use, in milliseconds. */
export const openFor = 15 * 60_000;
/** How many of the records that were open are offered again. */
const kept = 6;
/** The end moves at most so often, or every key would draw the page anew. */
const step = 5_000;

export interface Subject {
  id: string;
  name: string;
}

export interface Desk {
  /** What the looks of the moment are for. */
  open: Case | null;
  /** Whose record is shown. */
  subject: Subject | null;
  /** When the case closes by itself, in milliseconds since 1970. */
  endsAt: number;
  /** The records that were open, the latest first. */
  recent: readonly (Case & Subject)[];
  /** Whether the last case closed because nobody used it. */
  hasRunOut: boolean;
}

const empty = (): Desk => ({ open: null, subject: null, endsAt: 0, recent: [], hasRunOut: false });

/**
 * What a staff member works on. It is in the memory of this page alone: no storage of the browser holds any of it, and
 * it is gone with the page.
 */
const desk = createStore(empty);

export function openCase(about: Case): void {
  desk.set({ ...desk.current(), open: about, subject: null, endsAt: Date.now() + openFor, hasRunOut: false });
}

/** Somebody's record is shown from now on; null when none is. */
export function showSubject(subject: Subject | null): void {
  const { open, recent, ...rest } = desk.current();
  const isNew = subject !== null && open !== null;
  const others = recent.filter(({ id, caseNumber }) => id !== subject?.id || caseNumber !== open?.caseNumber);
  desk.set({
    ...rest,
    open,
    subject,
    recent: isNew ? [{ ...open, ...subject }, ...others].slice(0, kept) : recent,
  });
}

/** Closes the case; what was open stays at hand. */
export function closeCase(): void {
  desk.set({ ...desk.current(), open: null, subject: null });
}

/** Closes the case that nobody has used; nothing of it stays on the screen for whoever comes by. */
function runOut(): void {
  desk.set({ ...empty(), hasRunOut: true });
}

function noteUse(): void {
  const { open, endsAt } = desk.current();
  const end = Date.now() + openFor;
  if (open && end - endsAt >= step) desk.set({ ...desk.current(), endsAt: end });
}

/** The desk. While a page shows it, keys and touches keep the case open, and its end closes it. */
export function useDesk(): Desk {
  const current = useSyncExternalStore(desk.subscribe, desk.current);
  const { open, endsAt } = current;

  useEffect(() => {
    if (!open) return;
    // A computer that slept is late: the clock decides.
    const check = () => {
      if (Date.now() >= endsAt) runOut();
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
    // One of its own for each component: another one that goes away must not take it along.
    const onUse = () => noteUse();
    for (const use of uses) document.addEventListener(use, onUse);
    return () => {
      for (const use of uses) document.removeEventListener(use, onUse);
    };
  }, []);

  return current;
}
