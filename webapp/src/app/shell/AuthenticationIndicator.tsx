import { Suspense } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { loadTextsOf } from '../texts';

const Indicator = lazyComponent(() =>
  Promise.all([import('@/features/authentication/Indicator'), loadTextsOf('authentication')]).then(
    ([{ Indicator }]) => Indicator,
    () => NoIndicator,
  ),
);

/** Keeps the place of the lock, so that the tools beside it do not move. */
function NoIndicator() {
  return <span className="tool-button lock-button" />;
}

/** The lock of enhanced authentication. It is loaded when somebody is signed in. */
export function AuthenticationIndicator() {
  return (
    <Suspense fallback={<NoIndicator />}>
      <Indicator />
    </Suspense>
  );
}
