import type { ReactNode } from 'react';
import { createStore } from './store';

/** Content that the shell shows above every page. A feature sets it, so that only that feature loads its code. */
export const pinned = createStore<ReactNode>(() => null);
