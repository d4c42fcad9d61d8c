import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { getSession } from '@/lib/auth/session';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { useAction } from '@/lib/forms/useAction';

/** A button that opens sign-in with a second factor; the page stays open meanwhile. */
export function SecondFactor({ onDone, children }: { onDone: () => unknown; children: ReactNode }) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();
  const signIn = () =>
    run(async () => {
      if ((await getSession().signInAgain('secondFactor')) === 'signedIn') await onDone();
    });
  return (
    <Alert kind="warning" heading={t`Sign in with a second factor`} isLive>
      <p>{children}</p>
      {problem && <p role="alert">{problem}</p>}
      <Button isBusy={isBusy} onClick={signIn}>
        {isBusy ? t`Please wait…` : t`Sign in with a second factor`}
      </Button>
    </Alert>
  );
}
