import { Trans, useLingui } from '@lingui/react/macro';
import { useReadAllAgain } from '@/lib/api/useQuery';
import { getSession } from '@/lib/auth/session';
import { Dialog } from '@/components/Dialog';

/** Asks the owner of a session that has ended to sign in again; the page with everything typed stays behind it. */
export function SessionEndedDialog() {
  const { t } = useLingui();
  const readAllAgain = useReadAllAgain();

  async function signInAgain(): Promise<void> {
    if ((await getSession().signInAgain()) === 'signedIn') await readAllAgain();
  }

  return (
    <Dialog
      title={t`Your session has ended`}
      body={
        <p>
          <Trans>To protect your information, sign in again. We kept what you entered on this page.</Trans>
        </p>
      }
      okBtnText={t`Sign in again`}
      cancelBtnText={t`Logout`}
      onOk={() => void signInAgain()}
      onCancel={() => void getSession().signOut()}
      // Escape must not throw away what was typed; there is no way on without a choice.
      onEscape={() => undefined}
    />
  );
}
