import '@/styles/forms.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRefreshAuthentication } from '@/lib/authentication/status';
import { type FieldError, useAction } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { useDialogs } from '@/components/dialogs/dialogs';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import { showToast } from '@/components/toasts/toasts';
import {
  beginPasskey,
  completePasskey,
  removePasskey,
  renamePasskey,
  usePasskeys,
  type Passkey,
} from './api';
import { hasPasskeySupport, makePasskey } from './webauthn';

type Passkeys = NonNullable<ReturnType<typeof usePasskeys>['data']>;

/** Lists the person's passkeys, and adds a passkey after a proof. */
export function PasskeysSection() {
  const { data, error, mutate } = usePasskeys();
  const show = async (changed: Passkeys) => {
    await mutate(changed, { revalidate: false });
  };
  return (
    <section className="passkeys" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" tabIndex={-1}>
        <Trans>Use a passkey next time</Trans>
      </h2>
      <p>
        <Trans>
          A passkey is a key on your phone, your computer, or a security key. After you prove who you are, you
          can add one. For up to 180 days, you can prove it again with one tap. The portal gets no fingerprint
          and no picture.
        </Trans>
      </p>
      {data ? (
        <List passkeys={data} onChanged={show} />
      ) : (
        <Awaited lines={3} error={error} onRetry={mutate} />
      )}
    </section>
  );
}

interface ListProps {
  passkeys: Passkeys;
  onChanged: (passkeys: Passkeys) => Promise<void>;
}

function List({ passkeys, onChanged }: ListProps) {
  const { t } = useLingui();
  const { confirmDelete } = useDialogs();
  const { busyWith, problem, run } = useAction();
  const { items, canAdd } = passkeys;
  const refresh = useRefreshAuthentication();

  async function remove({ passkeyId, name }: Passkey) {
    const isWanted = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`You can’t use it to prove who you are anymore. You can remove it from your device, too.`,
      okBtnText: t`Remove`,
    });
    if (!isWanted) return;
    await run(async () => {
      await onChanged(await removePasskey(passkeyId));
      // A proof by this passkey ends with it.
      await refresh();
      document.getElementById('passkeys-title')?.focus();
      showToast(t`${name} was removed.`);
    }, passkeyId);
  }

  return (
    <>
      <FailedAction problem={problem} />
      {items.length > 0 && (
        <ul className="usa-list--unstyled stack passkeys__list" aria-label={t`Your passkeys`}>
          {items.map((passkey) => (
            <li key={passkey.passkeyId} className="card">
              <Item
                passkey={passkey}
                isBusy={busyWith === passkey.passkeyId}
                onRemove={() => void remove(passkey)}
                onChanged={onChanged}
              />
            </li>
          ))}
        </ul>
      )}
      {canAdd && (hasPasskeySupport() ? <AddForm onAdded={onChanged} /> : <NoPasskeys />)}
    </>
  );
}

interface ItemProps {
  passkey: Passkey;
  isBusy: boolean;
  onRemove: () => void;
  onChanged: (passkeys: Passkeys) => Promise<void>;
}

function Item({ passkey, isBusy, onRemove, onChanged }: ItemProps) {
  const { t, i18n } = useLingui();
  const [isRenaming, setRenaming] = useState(false);
  const { passkeyId, name, type } = passkey;
  const added = formatDay(getDay(passkey.createdAt), i18n.locale);
  const until = formatDay(getDay(passkey.expiresAt), i18n.locale);
  const used = passkey.lastUsedAt ? formatDay(getDay(passkey.lastUsedAt), i18n.locale) : null;
  return (
    <>
      <h3 className="card__title" id={`passkey-${passkeyId}`} tabIndex={-1}>
        {name}
      </h3>
      <p>
        <Trans>
          Added on {added} after {type}. Valid until {until}.
        </Trans>{' '}
        {used ? <Trans>Last used on {used}.</Trans> : <Trans>Not used yet.</Trans>}
      </p>
      {isRenaming ? (
        <NameForm
          field={`name-${passkeyId}`}
          initial={name}
          button={t`Save`}
          submit={async (changed) => {
            await onChanged(await renamePasskey(passkeyId, changed));
            setRenaming(false);
            document.getElementById(`passkey-${passkeyId}`)?.focus();
          }}
        />
      ) : (
        <div className="row form-buttons">
          <Button kind="outline" onClick={() => setRenaming(true)}>
            <Trans>
              Rename <span className="usa-sr-only">{name}</span>
            </Trans>
          </Button>
          <Button kind="outline" isBusy={isBusy} onClick={onRemove}>
            <Trans>
              Remove <span className="usa-sr-only">{name}</span>
            </Trans>
          </Button>
        </div>
      )}
    </>
  );
}

function AddForm({ onAdded }: { onAdded: (passkeys: Passkeys) => Promise<void> }) {
  const { t } = useLingui();
  const [isDeclined, setDeclined] = useState(false);

  async function add(name: string) {
    setDeclined(false);
    const { passkeyId, options } = await beginPasskey();
    const creation = await makePasskey(options);
    if (!creation) {
      setDeclined(true);
      return;
    }
    await onAdded(await completePasskey(passkeyId, name, creation));
    document.getElementById('passkeys-title')?.focus();
    showToast(t`${name} was added.`);
  }

  return (
    <>
      {isDeclined && (
        <Alert kind="info" isLive>
          <p>
            <Trans>No passkey was made. You can try again.</Trans>
          </p>
        </Alert>
      )}
      <NameForm field="passkey-name" initial="" button={t`Add a passkey`} submit={add} />
    </>
  );
}

interface NameFormProps {
  field: string;
  initial: string;
  button: string;
  submit: (name: string) => Promise<void>;
}

function NameForm({ field: id, initial, button, submit }: NameFormProps) {
  const { t } = useLingui();
  const form = useForm<Record<string, string>>({
    name: null,
    initial: { [id]: initial },
    validate: (values): FieldError[] =>
      values[id]?.trim() ? [] : [{ field: id, message: t`Give it a name, such as My phone` }],
    submit: async (values) => {
      await submit(values[id]?.trim() ?? '');
      form.replace({ [id]: initial });
    },
    getField: (property) => (property === 'name' ? id : null),
  });
  return (
    <form className="form" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <TextField
        {...form.field(id)}
        value={form.values[id] ?? ''}
        label={t`Name of the passkey`}
        hint={t`A name you will recognize, such as My phone`}
        autoComplete="off"
        maxLength={60}
      />
      <div className="row form-buttons">
        <SubmitButton text={button} isSubmitting={form.isSubmitting} />
      </div>
    </form>
  );
}

function NoPasskeys() {
  return (
    <Alert kind="info">
      <p>
        <Trans>This browser can’t create passkeys. Update it to add one.</Trans>
      </p>
    </Alert>
  );
}
