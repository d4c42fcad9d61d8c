import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { needsStepUp } from '@/lib/authentication/stepUp';
import { getCardId, useRefreshSubscriptions, type Subscription } from '@/lib/connections/subscriptions';
import { useForm, type Form } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { showToast } from '@/components/toasts/toasts';
import { connectRecord, subscribe, type ServiceDetails } from './api';
import {
  createEmptyValues,
  buildFieldId,
  getIdentityFieldId,
  buildIdentity,
  validateIdentity,
  type IdentityValues,
} from './identityForm';
import { IdentityInput } from './IdentityInput';
import { SentToAgency } from './SentToAgency';
import { StepUpToConnect } from './StepUpToConnect';
import { useConnectionFailureMessage } from './useConnectionFailureMessage';

/**
 * The form with the values that the agency needs to find the record and, after a refusal for lack of enhanced
 * authentication, the types that would be enough.
 */
export function useConnectForm(
  service: ServiceDetails,
  subscription: Subscription | undefined,
): { form: Form<IdentityValues>; stepUpTypes: readonly number[] | null } {
  const { t } = useLingui();
  const [stepUpTypes, setStepUpTypes] = useState<readonly number[] | null>(null);
  const navigate = useNavigate();
  const readAgain = useRefreshSubscriptions();
  const describeFailure = useConnectionFailureMessage();
  const { identityFields: fields, name } = service;

  async function connect(values: IdentityValues): Promise<{ subscription: Subscription; text: string }> {
    if (!service.asksForIdentity)
      return { subscription: await subscribe(service.id), text: t`${name} is now on your dashboard.` };
    const made = await connectRecord(service.id, buildIdentity(fields, values));
    const wasConnected = subscription?.identities.some(
      ({ id, status }) => id === made.identityId && status === 'connected',
    );
    const label = made.subscription.identities.find(({ id }) => id === made.identityId)?.label ?? name;
    return {
      subscription: made.subscription,
      text: wasConnected ? t`${label} was already connected.` : t`${label} connected.`,
    };
  }

  const form = useForm<IdentityValues>({
    // Numbers that identify a person stay in memory only.
    name: null,
    initial: createEmptyValues(fields),
    validate: (values) => validateIdentity(fields, values, t),
    submit: async (values) => {
      setStepUpTypes(null);
      const connected = await connect(values).catch((error: unknown) => {
        if (needsStepUp(error)) setStepUpTypes(error.said.types ?? []);
        throw error;
      });
      await readAgain();
      showToast(connected.text);
      await navigate({ pathname: paths.dashboard, hash: getCardId(connected.subscription.id) });
    },
    getField: getIdentityFieldId,
    describeFailure,
  });
  return { form, stepUpTypes };
}

interface ConnectFormProps {
  service: ServiceDetails;
  form: Form<IdentityValues>;
  /** The types that would be enough, after the enhanced authentication of the session ended. */
  stepUpTypes: readonly number[] | null;
}

/** The fields of the agency, the data to send, and the button that connects. */
export function ConnectForm({ service, form, stepUpTypes }: ConnectFormProps) {
  const { t } = useLingui();
  const { identityFields: fields, name } = service;
  return (
    <form
      className="form columns"
      noValidate
      autoComplete="off"
      onSubmit={form.onSubmit}
      aria-label={t`Connect ${name}`}
    >
      <div>
        {service.asksForIdentity && !service.matchesPerson && (
          <Alert
            kind="warning"
            heading={t`This agency doesn’t check that the record is yours`}
            headingLevel={3}
          >
            <p>
              <Trans>
                Anyone who knows these details can connect the record here. If another account connects your
                record, we tell you.
              </Trans>
            </p>
          </Alert>
        )}
        {fields.map((field) => (
          <IdentityInput
            key={field.name}
            field={field}
            values={form.values}
            messages={form.getMessages(buildFieldId(field.name))}
            onChange={form.set}
          />
        ))}
      </div>
      {service.asksForIdentity ? (
        <SentToAgency service={service} values={form.values} />
      ) : (
        <p className="fine-print">
          <Trans>This service asks you for nothing. You can disconnect at any time.</Trans>
        </p>
      )}
      {stepUpTypes && <StepUpToConnect service={service} types={stepUpTypes} isTyped />}
      <SubmitButton
        text={service.asksForIdentity ? t`Connect` : t`Add to my dashboard`}
        isSubmitting={form.isSubmitting}
      />
    </form>
  );
}
