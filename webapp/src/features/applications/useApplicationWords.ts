import { msg, plural } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ApplicationState, ApplicationSummary, Due } from './api';
import { waitsForYou } from './applications';

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

/** The words for where an application stands. */
export function useApplicationWords() {
  const { t } = useLingui();

  /** What happens next, as a sentence. */
  function nextStep(application: Facts): string {
    const { state, isDelivered } = application;
    const agency = application.agency.name;
    const isYours = waitsForYou(application);
    switch (state) {
      case 'draft':
        return isYours
          ? t`Finish the form and submit it.`
          : t`An owner or a manager of the business finishes the form and submits it.`;
      case 'needsInformation':
        return isYours
          ? t`Read what ${agency} asks for, change your answers and submit again.`
          : t`An owner or a manager of the business answers what ${agency} asks for.`;
      case 'submitted':
        return isDelivered === false
          ? t`The portal is bringing it to ${agency} and keeps trying. You need to do nothing.`
          : t`${agency} confirms that it has your application. You need to do nothing.`;
      case 'received':
        return t`${agency} has it and will look into it. You need to do nothing.`;
      case 'inReview':
        return t`${agency} is looking into it and then decides. You need to do nothing.`;
      case 'approved':
        return t`Nothing more. The decision and its files stay here.`;
      case 'refused':
        return t`Read why ${agency} refused it. You can begin another application.`;
      case 'withdrawn':
        return t`Nothing more. You can begin another application.`;
    }
  }

  /** Who acts next; null when nobody has to. */
  function nextActor(application: Facts): string | null {
    if (application.nextActor === null) return null;
    if (application.nextActor === 'agency') return application.agency.name;
    return waitsForYou(application) ? t`You` : t`The business`;
  }

  /** How much time is left. */
  function due({ businessDays }: Due): string {
    if (businessDays === 0) return t`due today`;
    if (businessDays > 0)
      return t`${plural(businessDays, { one: '# business day left', other: '# business days left' })}`;
    return t`${plural(-businessDays, { one: '# business day late', other: '# business days late' })}`;
  }

  return { nextStep, nextActor, due };
}
