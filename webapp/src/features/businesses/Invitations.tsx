import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { formatMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { roleLabels } from '@/components/businessLabels';
import { useDialogs } from '@/components/dialogs/dialogs';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import { deleteInvitation, type Invitation } from './api';
import { InviteForm } from './InviteForm';
import { useDescribeBusinessFailure } from './useDescribeBusinessFailure';

const invitationLabels: Readonly<Record<Invitation['state'], MessageDescriptor>> = {
  open: msg`Not answered yet`,
  accepted: msg`Accepted`,
  expired: msg`Expired`,
  withdrawn: msg`Withdrawn`,
};

interface InvitationsProps {
  businessId: string;
  invitations: readonly Invitation[];
  onChanged: () => Promise<void>;
}

/** Lists the people who are invited to act for the business, and invites more. */
export function Invitations({ businessId, invitations, onChanged }: InvitationsProps) {
  const { t, i18n } = useLingui();
  const { confirmDelete } = useDialogs();
  const describeFailure = useDescribeBusinessFailure();
  const { busyWith, isBusy, problem, run } = useAction({ describeFailure, onOutdated: onChanged });
  const heading = useRef<HTMLHeadingElement>(null);
  // The list of people has those who accepted.
  const shown = invitations.filter(({ state }) => state !== 'accepted');

  async function withdraw({ email, id }: Invitation): Promise<void> {
    if (isBusy) return;
    const isSure = await confirmDelete({
      title: t`Withdraw the invitation?`,
      body: t`The link we sent to ${email} will no longer work.`,
      okBtnText: t`Withdraw`,
    });
    if (!isSure) return;
    await run(async () => {
      await deleteInvitation(businessId, id);
      await onChanged();
      heading.current?.focus();
      showToast(t`Invitation withdrawn.`);
    }, id);
  }

  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" ref={heading} tabIndex={-1}>
        <Trans>Invitations</Trans>
      </h2>
      <FailedAction problem={problem} />
      {shown.length > 0 && (
        <ul className="line-list line-list--framed" aria-label={t`Invitations`}>
          {shown.map((invitation) => {
            const { email, expiresAt, id, role, state } = invitation;
            const until = formatMoment(expiresAt, i18n.locale);
            return (
              <li key={id} aria-busy={busyWith === id}>
                <div className="row row--between row--top">
                  <span className="grow">
                    <strong>
                      <bdi>{email}</bdi>
                    </strong>
                    <span className="block quiet small">
                      {t(roleLabels[role])}
                      {state === 'open' && (
                        <>
                          {' · '}
                          <Trans>valid until {until}</Trans>
                        </>
                      )}
                    </span>
                  </span>
                  <span className={`tag tag--${state === 'open' ? 'open' : 'quiet'}`}>
                    {t(invitationLabels[state])}
                  </span>
                </div>
                {state === 'open' && (
                  <div className="buttons buttons--tight">
                    <Button
                      kind="unstyled"
                      aria-label={t`Withdraw the invitation of ${email}`}
                      isBusy={busyWith === id}
                      onClick={() => withdraw(invitation)}
                    >
                      <Trans>Withdraw</Trans>
                    </Button>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <InviteForm businessId={businessId} onInvited={onChanged} />
    </section>
  );
}
