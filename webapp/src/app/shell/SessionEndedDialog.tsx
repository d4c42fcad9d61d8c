import { Trans, useLingui } from '@lingui/react/macro';
import { useReloadAll } from '@/lib/api/useQuery';
import { getSession } from '@/lib/auth/session';
import { Dialog } from '@/components/Dialog';

/** Asks the owner of an ended session to sign in again. The page with the typed text stays behind the dialog. */
export function SessionEndedDialog() {
  const { t } = useLingui();
  const reloadAll = useReloadAll();

  async function signInAgain(): Promise<void> {
    if ((await getSession().signInAgain()) === 'signedIn') await reloadAll();
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
      // Escape must not discard the typed text; the person has to choose.
      onEscape={() => undefined}
    />
  );
}
