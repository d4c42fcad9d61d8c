import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { formatShortDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { roleLabels, roles, type Role } from '@/components/businessLabels';
import { useDialogs } from '@/components/dialogs/dialogs';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { deleteMember, updateMember, type BusinessDetails, type Member } from './api';
import { roleDescriptions } from './businesses';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

interface MembersProps {
  business: BusinessDetails;
  onChanged: () => Promise<void>;
}

/** Lists the people who act for the business; an owner can change their roles. */
export function Members({ business, onChanged }: MembersProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="members">
      <h2 id="members" ref={heading} tabIndex={-1}>
        <Trans>Who acts for it</Trans>
      </h2>
      <ul className="line-list line-list--framed" aria-label={t`Who acts for it`}>
        {business.members.map((member) => (
          <MemberRow
            key={member.id}
            businessId={business.id}
            member={member}
            isOwner={business.role === 'owner'}
            onChanged={onChanged}
            onRemoved={async () => {
              await onChanged();
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface MemberRowProps {
  businessId: string;
  member: Member;
  isOwner: boolean;
  onChanged: () => Promise<void>;
  onRemoved: () => Promise<void>;
}

function MemberRow({ businessId, member, isOwner, onChanged, onRemoved }: MemberRowProps) {
  const { t, i18n } = useLingui();
  const { confirmDelete } = useDialogs();
  const describeFailure = useDescribeBusinessFailure();
  const { isBusy, problem, run } = useAction({ describeFailure, onOutdated: onChanged });
  const [isChoosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, isYou, joinedAt, name, role } = member;
  const day = formatShortDay(getDay(joinedAt), i18n.locale);

  function close(): void {
    setChoosing(false);
    // The button is there when the choice is gone.
    setTimeout(() => button.current?.focus());
  }

  const give = (chosen: Role) =>
    run(async () => {
      if (chosen !== role) {
        await updateMember(businessId, id, { role: chosen });
        await onChanged();
        const words = t(roleLabels[chosen]);
        showToast(t`${name} now has this role: ${words}.`);
      }
      close();
    });

  async function remove(): Promise<void> {
    const isSure = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`${name} will no longer see this business and its applications.`,
      okBtnText: t`Remove`,
    });
    if (!isSure) return;
    await run(async () => {
      await deleteMember(businessId, id);
      await onRemoved();
      showToast(t`${name} no longer acts for this business.`);
    });
  }

  return (
    <li aria-busy={isBusy}>
      <div className="row row--between row--top">
        <span className="grow">
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          {isYou && <Trans>(you)</Trans>}
          <span className="block quiet small">
            <Trans>since {day}</Trans>
          </span>
        </span>
        <span className="tag tag--quiet">{t(roleLabels[role])}</span>
      </div>
      <FailedAction problem={problem} />
      {isChoosing ? (
        <RoleChoice name={name} current={role} isBusy={isBusy} onChosen={give} onCancel={close} />
      ) : (
        isOwner && (
          <div className="buttons buttons--tight">
            <Button
              ref={button}
              kind="unstyled"
              aria-label={t`Change role of ${name}`}
              onClick={() => setChoosing(true)}
            >
              <Trans>Change role</Trans>
            </Button>
            {!isYou && (
              <Button kind="unstyled" aria-label={t`Remove ${name}`} isBusy={isBusy} onClick={remove}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        )
      )}
    </li>
  );
}

interface RoleChoiceProps {
  name: string;
  current: Role;
  isBusy: boolean;
  onChosen: (role: Role) => Promise<void>;
  onCancel: () => void;
}

function RoleChoice({ name, current, isBusy, onChosen, onCancel }: RoleChoiceProps) {
  const { t } = useLingui();
  const id = useId();
  const [role, setRole] = useState(current);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), []);
  return (
    <form
      ref={form}
      className="form"
      aria-label={t`Role of ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void onChosen(role);
      }}
    >
      <RadioGroup
        id={id}
        legend={t`Role of ${name}`}
        messages={[]}
        options={roles.map((value) => ({
          value,
          text: t(roleLabels[value]),
          description: t(roleDescriptions[value]),
        }))}
        value={role}
        onChange={setRole}
      />
      <div className="buttons buttons--end">
        <SubmitButton text={t`Save role`} isSubmitting={isBusy} />
        <Button kind="unstyled" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
