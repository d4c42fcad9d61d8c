import type { ComponentType } from 'react';
import { createStore } from '@/lib/store';

/** The component that starts the reads of the first page once its code has loaded; null if it has none. */
export const firstReads = createStore<ComponentType | null>(() => null);
