import { msg, plural } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApplicationState, ApplicationSummary, Due } from './api';
import { isWaitingForYou } from './applications';

export const stateLabels: Readonly<Record<ApplicationState, MessageDescriptor>> = {
  draft: msg`Draft`,
  submitted: msg`Submitted`,
  received: msg`Received`,
  inReview: msg`In review`,
  needsInformation: msg`More information needed`,
  approved: msg`Approved`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
};

type Facts = Pick<ApplicationSummary, 'state' | 'role' | 'nextActor' | 'isDelivered' | 'agency'>;

/** The texts that describe the status of an application. */
export function useStatusTexts() {
  const { t } = useLingui();

  function describeNextStep(application: Facts): string {
    const { state, isDelivered } = application;
    const agency = application.agency.name;
    const isYours = isWaitingForYou(application);
    switch (state) {
      case 'draft':
        return isYours
          ? t`Finish the form and submit it.`
          : t`An owner or manager of the business must finish and submit the form.`;
      case 'needsInformation':
        return isYours
          ? t`Read what ${agency} needs, change your answers, and submit again.`
          : t`An owner or manager of the business must answer ${agency}.`;
      case 'submitted':
        return isDelivered === false
          ? t`We are sending it to ${agency} and will keep trying. You don’t need to do anything.`
          : t`${agency} confirmed that it has your application. You don’t need to do anything.`;
      case 'received':
        return t`${agency} has your application and will review it. You don’t need to do anything.`;
      case 'inReview':
        return t`${agency} is reviewing your application. You don’t need to do anything.`;
      case 'approved':
        return t`You have nothing more to do. The decision and its files stay here.`;
      case 'refused':
        return t`Read why ${agency} refused it. You can start another application.`;
      case 'withdrawn':
        return t`You have nothing more to do. You can start another application.`;
    }
  }

  /** Returns who acts next; null if no action is due. */
  function describeNextActor(application: Facts): string | null {
    if (application.nextActor === null) return null;
    if (application.nextActor === 'agency') return application.agency.name;
    return isWaitingForYou(application) ? t`You` : t`The business`;
  }

  /** Returns how much time is left. */
  function describeDue({ businessDays }: Due): string {
    if (businessDays === 0) return t`due today`;
    if (businessDays > 0)
      return t`${plural(businessDays, { one: '# business day left', other: '# business days left' })}`;
    return t`${plural(-businessDays, { one: '# business day late', other: '# business days late' })}`;
  }

  return { describeNextStep, describeNextActor, describeDue };
}
