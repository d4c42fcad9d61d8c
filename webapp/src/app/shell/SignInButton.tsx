import { useLingui } from '@lingui/react/macro';
import { useSignIn } from '@/lib/auth/useSignIn';

/** Login/Register for visitors; the way to the identity provider. */
export function SignInButton() {
  const { t } = useLingui();
  const signIn = useSignIn();
  return (
    <button type="button" className="usa-button sign-in-button" onClick={signIn}>
      {t`Login/Register`}
    </button>
  );
}
