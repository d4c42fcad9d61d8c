import { useLingui } from '@lingui/react/macro';
import { useSignIn } from '@/lib/auth/useSignIn';
import { Button } from '@/components/Button';

/** The Login/Register button for visitors, which opens the identity provider. */
export function SignInButton() {
  const { t } = useLingui();
  const signIn = useSignIn();
  return (
    <Button className="sign-in-button" onClick={signIn}>
      {t`Login/Register`}
    </Button>
  );
}
