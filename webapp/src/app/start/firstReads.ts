import type { ComponentType } from 'react';
import { createStore } from '@/lib/store';
import type { PathsWith } from '@/lib/api/call';

/** A path of the API without parameters. */
export type FirstRead = Exclude<PathsWith<'get'>, `${string}{${string}`>;

/** A page that names the reads it begins with, so that they can start before the page is shown. */
export type PageComponent = ComponentType & { firstReads?: readonly FirstRead[] };

/** The reads of the first page, once its code has loaded; null if it is no page for signed-in people. */
export const firstReads = createStore<readonly FirstRead[] | null>(() => null);
