import { Suspense, useState } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { useWaitingToasts } from './toasts';

const Toaster = createLazyComponent(async () => (await import('./Toaster')).Toaster);

/** Shows the toasts of `showToast`. Use it once in the app. Its library is loaded with the first toast. */
export function ToastHost() {
  const hasToasts = useWaitingToasts().length > 0;
  const [isWanted, setWanted] = useState(false);
  if (hasToasts && !isWanted) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
