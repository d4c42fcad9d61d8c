import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { HelpLink } from '@/components/HelpLink';
import { BellLink } from '@/features/bell/BellLink';
import { loadTextsOf } from '../texts';

/** Without what is unread; the place of the lock is kept, so that the tools beside it do not move. */
function SilentTools() {
  const { t } = useLingui();
  const word = t`Messages`;
  return (
    <>
      <HelpLink className="header__help" />
      <BellLink word={word} name={word} />
      <span className="tool-button lock-button" />
    </>
  );
}

const SignedInTools = lazyComponent(() =>
  Promise.all([import('./SignedInTools'), loadTextsOf('bell'), loadTextsOf('authentication')]).then(
    ([{ SignedInTools }]) => SignedInTools,
    () => SilentTools,
  ),
);

/** The tools of a signed-in person. They are loaded when somebody is signed in; until then help and messages are there. */
export function HeaderTools() {
  return (
    <Suspense fallback={<SilentTools />}>
      <SignedInTools />
    </Suspense>
  );
}
