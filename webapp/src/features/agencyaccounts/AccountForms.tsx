import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { parseEmailAddress } from '@/components/forms/contacts';
import { useAccount } from '@/lib/auth/session';
import type { FieldError } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { Alert } from '@/components/Alert';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import {
  askForAccountPassword,
  changeAccountPassword,
  linkAccount,
  longestUserName,
  registerAccount,
  type AgencyAccount,
} from './api';
import { PasswordField } from './PasswordField';
import { useAccountFailure } from './useAccountFailure';

interface AccountFormProps {
  account: AgencyAccount;
  /** The account after the form was sent. */
  onDone: (account: AgencyAccount) => void;
}

/** Shows the agency's rules for a password before the person types one. */
function usePasswordRules({
  passwordHelp,
  passwordMaxLength: most,
  passwordMinLength: least,
}: AgencyAccount) {
  const { t } = useLingui();
  const length = t`Use ${least} to ${most} characters.`;
  return {
    hint: passwordHelp ? `${length} ${passwordHelp}` : length,
    refusals: <F extends string>(field: F, password: string): FieldError<F>[] => {
      if (!password) return [{ field, message: t`Enter a password` }];
      const characters = Array.from(password).length;
      return characters < least || characters > most
        ? [{ field, message: t`Use ${least} to ${most} characters for the password` }]
        : [];
    },
  };
}

function useUserNameRefusals() {
  const { t } = useLingui();
  return (userName: string): FieldError<'userName'>[] =>
    userName.trim() ? [] : [{ field: 'userName', message: t`Enter your username` }];
}

/** Links an existing account at the agency. */
export function LinkForm({ account, onDone }: AccountFormProps) {
  const { t } = useLingui();
  const { agencyName, id } = account;
  const refuseUserName = useUserNameRefusals();
  const form = useForm({
    name: null,
    initial: { userName: '', password: '' },
    secrets: ['password'],
    validate: ({ userName, password }) => [
      ...refuseUserName(userName),
      ...(password ? [] : [{ field: 'password' as const, message: t`Enter the password` }]),
    ],
    submit: async ({ userName, password }) =>
      onDone(await linkAccount(id, { userName: userName.trim(), password })),
    describeFailure: useAccountFailure(agencyName),
  });
  const { field } = form;
  return (
    <>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <form
        className="form"
        noValidate
        onSubmit={form.onSubmit}
        aria-label={t`Link an account I already have`}
      >
        <TextField
          {...field('userName')}
          label={t`Username at ${agencyName}`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestUserName}
        />
        <PasswordField {...field('password')} label={t`Password`} autoComplete="current-password" />
        <SubmitButton text={t`Link this account`} isSubmitting={form.isSubmitting} />
      </form>
    </>
  );
}

/** Creates an account at the agency and links it. */
export function RegisterForm({ account, onDone }: AccountFormProps) {
  const { t } = useLingui();
  const { agencyName, id } = account;
  const { email } = useAccount();
  const refuseUserName = useUserNameRefusals();
  const rules = usePasswordRules(account);
  const form = useForm({
    name: null,
    initial: { userName: '', email, password: '' },
    secrets: ['password'],
    validate: ({ userName, email: address, password }) => [
      ...refuseUserName(userName),
      ...(parseEmailAddress(address)
        ? []
        : [
            {
              field: 'email' as const,
              message: t`Enter one email address, such as name@example.com, without accents before the @`,
            },
          ]),
      ...rules.refusals('password', password),
    ],
    submit: async ({ userName, email: address, password }) => {
      const body = { userName: userName.trim(), email: address.trim(), password };
      onDone(await registerAccount(id, body));
    },
    describeFailure: useAccountFailure(agencyName),
  });
  const { field } = form;
  return (
    <>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Create a new account`}>
        <TextField
          {...field('userName')}
          label={t`Username you want`}
          hint={account.userNameHelp}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestUserName}
        />
        <TextField
          {...field('email')}
          label={t`Email address`}
          hint={t`${agencyName} writes to this address about the account.`}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <PasswordField
          {...field('password')}
          label={t`Password`}
          hint={rules.hint}
          autoComplete="new-password"
        />
        <SubmitButton text={t`Create account`} isSubmitting={form.isSubmitting} />
      </form>
    </>
  );
}

/** Changes the password of the linked account. */
export function PasswordForm({ account, onDone }: AccountFormProps) {
  const { t } = useLingui();
  const { agencyName, id } = account;
  const rules = usePasswordRules(account);
  const form = useForm({
    name: null,
    initial: { currentPassword: '', newPassword: '' },
    secrets: ['currentPassword', 'newPassword'],
    validate: ({ currentPassword, newPassword }) => [
      ...(currentPassword
        ? []
        : [{ field: 'currentPassword' as const, message: t`Enter your current password` }]),
      ...rules.refusals('newPassword', newPassword),
    ],
    submit: async (body) => onDone(await changeAccountPassword(id, body)),
    describeFailure: useAccountFailure(
      agencyName,
      t`${agencyName} did not accept your current password. Check it, or ask for help with a forgotten password.`,
    ),
  });
  const { field } = form;
  return (
    <>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <form className="form" noValidate onSubmit={form.onSubmit} aria-label={t`Change the password`}>
        {/* Password managers store a password by the user name beside it. */}
        <input type="hidden" name="userName" autoComplete="username" value={account.userName ?? ''} />
        <PasswordField
          {...field('currentPassword')}
          label={t`Current password`}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('newPassword')}
          label={t`New password`}
          hint={rules.hint}
          autoComplete="new-password"
        />
        <SubmitButton text={t`Change the password`} isSubmitting={form.isSubmitting} />
      </form>
    </>
  );
}

/** Asks the agency to reset a password. The message is the same whether there is an account or not. */
export function ForgottenPasswordForm({ account }: { account: AgencyAccount }) {
  const { t } = useLingui();
  const { agencyName, id, userName } = account;
  const [isAsked, setAsked] = useState(false);
  const refuseUserName = useUserNameRefusals();
  const form = useForm({
    name: null,
    initial: { userName: userName ?? '' },
    validate: (typed) => refuseUserName(typed.userName),
    submit: async (typed) => {
      setAsked(false);
      await askForAccountPassword(id, typed.userName.trim());
      setAsked(true);
    },
    describeFailure: useAccountFailure(agencyName),
  });
  // The page's other form has a field of this name, too.
  const fieldId = 'forgottenUserName';
  return (
    <>
      <ErrorSummary
        errors={form.errors.map(({ field, message }) => ({ field: field && fieldId, message }))}
        refusals={form.refusals}
      />
      <p>
        <Trans>{agencyName} resets passwords itself. It writes to the address on file for the account.</Trans>
      </p>
      <form
        className="form"
        noValidate
        onSubmit={form.onSubmit}
        aria-label={t`Help with a forgotten password`}
      >
        <TextField
          id={fieldId}
          label={t`Username at ${agencyName}`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longestUserName}
          messages={form.getMessages('userName')}
          value={form.values.userName}
          onChange={(value) => {
            form.set('userName', value);
            setAsked(false);
          }}
        />
        <SubmitButton text={t`Ask for help`} isSubmitting={form.isSubmitting} kind="outline" />
      </form>
      {isAsked && (
        <Alert kind="success" isLive>
          <Trans>We asked {agencyName}. If it has this account, it writes to the address on file.</Trans>
        </Alert>
      )}
    </>
  );
}
