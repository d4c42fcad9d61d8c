import { Suspense, useState } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { useWaitingToasts } from './toasts';

const Toaster = createLazyComponent(async () => (await import('./Toaster')).Toaster);

/** Shows what `showToast` says; once in the app. The library behind it is loaded with the first toast. */
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
