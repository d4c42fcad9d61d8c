import { Trans, useLingui } from '@lingui/react/macro';
import { parseEmailAddress } from '@/components/forms/contacts';
import type { FieldError } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { roleLabels, roles, type Role } from '@/components/businessLabels';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { showToast } from '@/components/toasts/toasts';
import { createInvitation } from './api';
import { roleDescriptions } from './businesses';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

interface InviteValues {
  email: string;
  role: Role;
}

const nobody: InviteValues = { email: '', role: 'manager' };

/** Invites somebody by email to act for the business. */
export function InviteForm({
  businessId,
  onInvited,
}: {
  businessId: string;
  onInvited: () => Promise<void>;
}) {
  const { t } = useLingui();
  const describeFailure = useDescribeBusinessFailure();

  const form = useForm<InviteValues>({
    name: null,
    initial: nobody,
    validate: ({ email }): FieldError<keyof InviteValues>[] =>
      parseEmailAddress(email)
        ? []
        : [
            {
              field: 'email',
              message: t`Enter one email address, such as name@example.com, without accents before the @`,
            },
          ],
    submit: async ({ email, role }) => {
      const body = { email: email.trim(), role };
      const { email: sentTo } = await createInvitation(businessId, body);
      await onInvited();
      showToast(t`We invited ${sentTo}.`);
      form.replace(nobody);
    },
    describeFailure,
  });
  const { field } = form;

  return (
    <form className="form" noValidate aria-labelledby="invite-title" onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <h3 id="invite-title">
        <Trans>Invite someone</Trans>
      </h3>
      <p>
        <Trans>
          We send a link that works for a limited time, and only for someone who signs in with this address.
        </Trans>
      </p>
      <TextField
        {...field('email')}
        label={t`Email address`}
        type="email"
        autoComplete="off"
        maxLength={254}
      />
      <RadioGroup
        {...field('role')}
        legend={t`Role`}
        options={roles.map((value) => ({
          value,
          text: t(roleLabels[value]),
          description: t(roleDescriptions[value]),
        }))}
      />
      <div className="buttons buttons--end">
        <SubmitButton text={t`Send invitation`} isSubmitting={form.isSubmitting} />
      </div>
    </form>
  );
}
