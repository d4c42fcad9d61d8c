import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { BellLink } from '@/features/bell/BellLink';

/** The bell without its count, and the room of the other tools, so that nothing moves when they come. */
export function SilentTools() {
  const { t } = useLingui();
  const word = t`Messages`;
  return (
    <>
      <span className="tool-button assistant-button" />
      <BellLink word={word} name={word} />
      <span className="tool-button lock-button" />
    </>
  );
}

const SignedInTools = lazyComponent(() =>
  import('../signedIn').then(
    ({ SignedInTools }) => SignedInTools,
    () => SilentTools,
  ),
);

/** Assistant, bell and lock. They are loaded when somebody is signed in; where that fails the bell still leads on. */
export function HeaderTools() {
  return (
    <Suspense fallback={<SilentTools />}>
      <SignedInTools />
    </Suspense>
  );
}
