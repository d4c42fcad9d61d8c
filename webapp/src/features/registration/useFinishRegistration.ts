import { useContinueJourney } from '@/lib/journey/journey';
import { useRegistrationState } from '@/lib/journey/userDetails';

/** Marks the person as registered and continues with the next step. */
export function useFinishRegistration(): () => Promise<void> {
  const { mutate } = useRegistrationState();
  const continueJourney = useContinueJourney();
  return async () => {
    await mutate({ isRegistered: true, canLink: false }, { revalidate: false });
    await continueJourney();
  };
}
