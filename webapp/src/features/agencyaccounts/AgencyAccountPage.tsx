import '@/styles/parts.scss';
import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatMoment } from '@/lib/i18n/moments';
import { ApiError } from '@/lib/api/errors';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { useDialogs } from '@/components/dialogs/dialogs';
import { Awaited } from '@/components/FailedRead';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { PageHeading } from '@/components/PageHeading';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { ForgottenPasswordForm, LinkForm, PasswordForm, RegisterForm } from './AccountForms';
import { unlinkAccount, useAgencyAccount, type AgencyAccount } from './api';
import { AccountState } from './AccountState';
import { useAccountFailure } from './useAccountFailure';

/** The person's account at one agency, with all of its actions. */
export default function AgencyAccountPage() {
  const { t } = useLingui();
  const { agencyId = '' } = useParams();
  const { data, error, mutate } = useAgencyAccount(agencyId);
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div className="page page--narrow">
      <PageHeading title={data?.systemName ?? t`Account at an agency`} />
      {isUnknown && (
        <Alert kind="error" heading={t`We couldn’t find this agency`} isLive>
          <Trans>The page address may be incomplete, or the agency no longer offers accounts.</Trans>
        </Alert>
      )}
      {!isUnknown && !data && <Awaited lines={8} error={error} onRetry={mutate} />}
      {data && (
        <Account
          key={data.id}
          account={data}
          onChanged={(changed) => void mutate(changed, { revalidate: false })}
        />
      )}
      <p className="buttons buttons--end">
        <Link to={paths.agencyAccounts} className="usa-link">
          <Trans>All accounts at agencies</Trans>
        </Link>
      </p>
    </div>
  );
}

interface AccountProps {
  account: AgencyAccount;
  onChanged: (account: AgencyAccount) => void;
}

function Account({ account, onChanged }: AccountProps) {
  const { t, i18n } = useLingui();
  const { agencyName, linkedAt, state, userName } = account;
  const heading = useRef<HTMLHeadingElement>(null);
  const moment = linkedAt && formatMoment(linkedAt, i18n.locale);

  /** Shows the current account, and moves the focus to its description. */
  const change = (words: string) => (changed: AgencyAccount) => {
    onChanged(changed);
    showToast(words);
    heading.current?.focus();
  };

  return (
    <>
      <p className="lead">{agencyName}</p>
      <section className="card" aria-labelledby="state">
        <div className="section-top">
          <h2 ref={heading} id="state" className="card__title" tabIndex={-1}>
            <Trans>Your account</Trans>
          </h2>
          <AccountState account={account} />
        </div>
        {state === 'linked' ? (
          <>
            <p>
              <Trans>
                Linked as{' '}
                <strong>
                  <bdi>{userName}</bdi>
                </strong>{' '}
                since {moment}.
              </Trans>
            </p>
            <Unlink account={account} onDone={change(t`Account unlinked.`)} />
          </>
        ) : (
          <p>
            <Trans>You have no linked accounts yet.</Trans>
          </p>
        )}
      </section>
      {state === 'linked' ? (
        <section aria-labelledby="password-heading">
          <h2 id="password-heading">
            <Trans>Change the password</Trans>
          </h2>
          <PasswordForm account={account} onDone={change(t`Password changed.`)} />
        </section>
      ) : (
        <NotLinked account={account} onDone={change(t`Account linked.`)} />
      )}
      <details className="card">
        <summary>
          <Trans>Forgot your password?</Trans>
        </summary>
        <ForgottenPasswordForm key={userName} account={account} />
      </details>
    </>
  );
}

interface ChangeProps {
  account: AgencyAccount;
  onDone: (account: AgencyAccount) => void;
}

function NotLinked({ account, onDone }: ChangeProps) {
  const { t } = useLingui();
  const [way, setWay] = useState<'link' | 'register'>('link');
  const isNew = account.canRegister && way === 'register';
  return (
    <section aria-labelledby="way-heading">
      <h2 id="way-heading">
        {isNew ? <Trans>Create a new account</Trans> : <Trans>Link an account I already have</Trans>}
      </h2>
      {account.canRegister && (
        <div className="form">
          <RadioGroup
            id="way"
            legend={t`Do you have an account there?`}
            messages={[]}
            options={[
              { value: 'link', text: t`Yes, I want to link it` },
              { value: 'register', text: t`No, I want to create one` },
            ]}
            value={way}
            onChange={setWay}
          />
        </div>
      )}
      {isNew ? (
        <RegisterForm account={account} onDone={onDone} />
      ) : (
        <LinkForm account={account} onDone={onDone} />
      )}
    </section>
  );
}

function Unlink({ account, onDone }: ChangeProps) {
  const { t } = useLingui();
  const { agencyName, id } = account;
  const dialogs = useDialogs();
  const { isBusy, problem, run } = useAction({ describeFailure: useAccountFailure(agencyName) });

  async function unlink(): Promise<void> {
    const isSure = await dialogs.confirm({
      title: t`Unlink this account?`,
      body: t`The portal forgets which account at ${agencyName} is yours. The account itself stays open.`,
      okBtnText: t`Unlink`,
    });
    if (!isSure) return;
    await run(async () => {
      onDone(await unlinkAccount(id));
    });
  }

  return (
    <>
      <FailedAction problem={problem} hasHeading />
      <Button kind="outline" isBusy={isBusy} onClick={unlink}>
        {isBusy ? t`Please wait…` : t`Unlink this account`}
      </Button>
    </>
  );
}
