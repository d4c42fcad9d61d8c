import type { ReactNode } from 'react';
import { createStore } from './store';

/** Content that the shell keeps in sight above every page. A feature sets it, so that nobody else loads it. */
export const pinned = createStore<ReactNode>(() => null);
