import { Trans, useLingui } from '@lingui/react/macro';
import { getSession } from '@/lib/auth/session';
import { Button } from '@/components/Button';
import { PageHeading } from '@/components/PageHeading';

/** Says that the person cannot register, and what the portal keeps. */
export function TooYoung() {
  const { t } = useLingui();
  return (
    <div className="page page--narrow">
      <PageHeading title={t`You cannot register`} />
      <p className="lead">
        <Trans>The portal is for people age 13 and older.</Trans>
      </p>
      <p>
        <Trans>
          Ask a parent or guardian to register. They can use the portal for your family. We don’t keep what
          you entered. Until the end of the day, we remember only that this sign-in can’t register.
        </Trans>
      </p>
      <Button onClick={() => getSession().signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </div>
  );
}
