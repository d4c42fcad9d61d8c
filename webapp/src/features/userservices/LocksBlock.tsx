import { Plural, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatShortMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { showToast } from '@/components/toasts/toasts';
import { liftLock, readLocks, type Case, type Lock, type Locks } from './api';
import { Block } from './Block';
import { ReasonForm } from './ReasonForm';
import { useLoggedRead } from './useLoggedRead';

interface LocksBlockProps {
  about: Case;
  id: string;
  name: string;
  /** True if the purpose of the case allows lifting. */
  canLift: boolean;
}

/** Lists the person's locks and lifts them. */
export function LocksBlock(props: LocksBlockProps) {
  const { about, id } = props;
  const { t } = useLingui();
  const look = useLoggedRead(() => readLocks(about, id));
  return (
    <Block title={t`Lockouts`} look={look}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t`No lockouts and no failed attempts in the last 24 hours.`}</p>
        ) : (
          <ul className="line-list">
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

function LockEntry({ about, id, name, canLift, lock, onLifted }: LockEntryProps) {
  const { t, i18n } = useLingui();
  const [isLifting, setLifting] = useState(false);
  const until = lock.lockedUntil && formatShortMoment(lock.lockedUntil, i18n.locale);
  return (
    <>
      <b>{lock.name}</b> · <Plural value={lock.failures} one="# failed attempt" other="# failed attempts" />
      {until && <span>{` · ${t`locked out until ${until}`}`}</span>}
      {canLift && !isLifting && (
        <p>
          <Button kind="outline" onClick={() => setLifting(true)}>
            {until ? t`End the lockout` : t`Reset failed attempts`}
          </Button>
        </p>
      )}
      {isLifting && (
        <ReasonForm
          label={t`Why do you end it?`}
          missing={t`Enter the reason, in at least 5 letters`}
          name={name}
          submitText={t`End lockout`}
          onSubmit={async (reason) => {
            const left = await liftLock(about, id, lock.id, { reason });
            showToast(t`Lockout ended. The person gets a message with your reason.`);
            onLifted(left);
          }}
          onCancel={() => setLifting(false)}
        />
      )}
    </>
  );
}
