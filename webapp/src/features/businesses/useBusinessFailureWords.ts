import { useLingui } from '@lingui/react/macro';
import { ApiError } from '@/lib/api/errors';
import { useFailureWords } from '@/lib/forms/useFailureWords';

/** Words for what can stand in the way of a change to a business, with what to do about it. */
export function useBusinessFailureWords(): (error: unknown) => string {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  return (error) => {
    if (!(error instanceof ApiError)) return describeFailure(error);
    switch (error.code) {
      case 'lastOwner':
        return t`A business needs an owner. Make somebody else an owner first.`;
      case 'businessHasApplications':
        return t`This business has applications, which have to stay. A business without applications can be removed. You can leave it when it has another owner.`;
      case 'roleNotAllowed':
        return t`Your role for this business does not allow that any more. An owner can change it.`;
      case 'businessNotFound':
        return t`This business is no longer there, or you no longer act for it.`;
      case 'memberNotFound':
        return t`This person does not act for the business any more.`;
      case 'invitationUsed':
        return t`The invitation was accepted in the meantime.`;
      default:
        return describeFailure(error);
    }
  };
}
