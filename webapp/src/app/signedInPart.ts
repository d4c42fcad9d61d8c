import type { ComponentType } from 'react';
import { throwNetworkError } from '@/lib/api/errors';
import { createLazyComponent } from '@/lib/lazyComponent';
import { createStore } from '@/lib/store';
import type * as signedIn from './signedIn';

type SignedInCode = typeof signedIn;

const loaded = createStore<SignedInCode | null>(() => null);

/** Loads the code that every signed-in person needs. Throws `ApiError` with the code `network` if loading fails. */
export async function loadSignedInModule(): Promise<SignedInCode> {
  const code = await import('./signedIn').catch(throwNetworkError);
  loaded.set(code);
  return code;
}

/** Creates a component of that code. The session loads the code before the sign-in ends, so it shows at once. */
export function createSignedInPart<P extends object>(
  choose: (code: SignedInCode) => ComponentType<P>,
): ComponentType<P> {
  return createLazyComponent(
    async () => choose(await loadSignedInModule()),
    () => {
      const code = loaded.current();
      return code && choose(code);
    },
  );
}
