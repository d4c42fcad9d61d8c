import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';

/** Words for what can stand in the way of a change to a business, with what to do about it. */
export function useDescribeBusinessFailure(): (error: unknown) => string {
  const { t } = useLingui();
  const describeFailure = useFailureMessage();
  return (error) => {
    if (!(error instanceof ApiError)) return describeFailure(error);
    switch (error.code) {
      case 'lastOwner':
        return t`A business needs an owner. Make someone else an owner first.`;
      case 'businessHasApplications':
        return t`You can’t remove this business because it has applications. You can leave it when it has another owner.`;
      case 'roleNotAllowed':
        return t`Your role in this business no longer allows that. An owner can change it.`;
      case 'businessNotFound':
        return t`This business is no longer there, or you no longer act for it.`;
      case 'memberNotFound':
        return t`This person no longer acts for the business.`;
      case 'invitationUsed':
        return t`They already accepted the invitation.`;
      default:
        return describeFailure(error);
    }
  };
}
