import type { ComponentType } from 'react';
import { throwNetworkError } from '@/lib/api/errors';
import { createLazyComponent } from '@/lib/lazyComponent';
import { createStore } from '@/lib/store';
import type * as signedIn from './signedIn';

type SignedInCode = typeof signedIn;

const loaded = createStore<SignedInCode | null>(() => null);

/** Loads the code that every signed-in person needs. Throws `ApiError` with the code `network` if it does not come. */
export async function loadSignedIn(): Promise<SignedInCode> {
  const code = await import('./signedIn').catch(throwNetworkError);
  loaded.set(code);
  return code;
}

/** A component of that code. The session loads it before anybody is signed in, so it is shown without waiting. */
export function signedInPart<P extends object>(
  choose: (code: SignedInCode) => ComponentType<P>,
): ComponentType<P> {
  return createLazyComponent(
    async () => choose(await loadSignedIn()),
    () => {
      const code = loaded.current();
      return code && choose(code);
    },
  );
}
