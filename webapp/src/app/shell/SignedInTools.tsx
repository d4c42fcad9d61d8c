import { Bell } from '@/features/bell/Bell';
import { Indicator } from '@/features/authentication/Indicator';
import { HelpLink } from '@/components/HelpLink';
import { AssistantButton } from './AssistantButton';

/** Assistant, help, bell and lock. The assistant comes first, so that nothing moves when it appears. */
export function SignedInTools() {
  return (
    <>
      <AssistantButton />
      <HelpLink className="header__help" />
      <Bell />
      <Indicator />
    </>
  );
}
