import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { BellLink } from '@/features/bell/BellLink';
import { loadTextsOf } from '../texts';

/** The way to the messages, when what is unread is not known. */
function SilentBell() {
  const { t } = useLingui();
  const word = t`Messages`;
  return <BellLink word={word} name={word} />;
}

const Bell = lazyComponent(() =>
  Promise.all([import('@/features/bell/Bell'), loadTextsOf('bell')]).then(
    ([{ Bell }]) => Bell,
    () => SilentBell,
  ),
);

/** The message bell. It is loaded when somebody is signed in; where that fails it still leads to the messages. */
export function MessageBell() {
  return (
    <Suspense fallback={<SilentBell />}>
      <Bell />
    </Suspense>
  );
}
