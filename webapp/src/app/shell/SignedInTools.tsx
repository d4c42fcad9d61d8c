import { Bell } from '@/features/bell/Bell';
import { Indicator } from '@/features/lock/Indicator';
import { AssistantButton } from './AssistantButton';

/** The tools of a signed-in person; see `HeaderTools`. */
export function SignedInTools() {
  return (
    <>
      <AssistantButton />
      <Bell />
      <Indicator />
    </>
  );
}
