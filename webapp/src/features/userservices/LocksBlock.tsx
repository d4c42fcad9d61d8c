import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from '@/lib/forms/useForm';
import { momentInWords } from '@/lib/i18n/moments';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextAreaField } from '@/components/forms/TextAreaField';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { showToast } from '@/components/toasts/toasts';
import { liftLock, readLocks, type Case, type Lock, type Locks } from './api';
import { Block } from './Block';
import { useLook } from './useLook';

const shortest = 5;
const longest = 300;

interface LocksBlockProps {
  about: Case;
  id: string;
  name: string;
  /** Whether the purpose of the case allows it. */
  canLift: boolean;
}

/** What is locked for the person, and the way to lift it. */
export function LocksBlock(props: LocksBlockProps) {
  const { about, id } = props;
  const { t } = useLingui();
  const look = useLook(() => readLocks(about, id));
  return (
    <Block title={t`Locks`} look={look}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t`Nothing is locked, and no try has failed in the last 24 hours.`}</p>
        ) : (
          <ul className="block__list">
            {items.map((lock) => (
              <li key={lock.id}>
                <LockEntry {...props} lock={lock} onLifted={look.show} />
              </li>
            ))}
          </ul>
        )
      }
    </Block>
  );
}

interface LockEntryProps extends LocksBlockProps {
  lock: Lock;
  onLifted: (left: Locks) => void;
}

function LockEntry(props: LockEntryProps) {
  const { lock, canLift } = props;
  const { t, i18n } = useLingui();
  const [isLifting, setLifting] = useState(false);
  const until = lock.lockedUntil && momentInWords(lock.lockedUntil, i18n.locale);
  return (
    <>
      <b>{lock.name}</b> · <Plural value={lock.failures} one="# failed try" other="# failed tries" />
      {until && ` · ${t`locked until ${until}`}`}
      {canLift && !isLifting && (
        <p>
          <button type="button" className="usa-button usa-button--outline" onClick={() => setLifting(true)}>
            {until ? t`Lift the lock` : t`Forget the failed tries`}
          </button>
        </p>
      )}
      {isLifting && <LiftForm {...props} onCancel={() => setLifting(false)} />}
    </>
  );
}

function LiftForm({ lock, about, id, name, onLifted, onCancel }: LockEntryProps & { onCancel: () => void }) {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  const form = useForm({
    name: null,
    initial: { reason: '' },
    describeFailure,
    validate: ({ reason }) =>
      reason.trim().length < shortest
        ? [{ field: 'reason' as const, message: t`Enter why you lift it, in at least 5 letters` }]
        : [],
    async submit({ reason }) {
      const left = await liftLock(about, id, lock.id, { reason: reason.trim() });
      showToast(t`Lifted. The person gets a message with your reason.`);
      onLifted(left);
      return undefined;
    },
  });
  return (
    <form className="form" noValidate autoComplete="off" onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <TextAreaField
        {...form.field('reason')}
        label={t`Why do you lift it?`}
        hint={t`${name} reads this.`}
        maxLength={longest}
        rows={3}
      />
      <div className="block__buttons">
        <SubmitButton text={t`Lift it`} isSubmitting={form.isSubmitting} />
        <button type="button" className="usa-button usa-button--outline" onClick={onCancel}>
          {t`Leave it`}
        </button>
      </div>
    </form>
  );
}
