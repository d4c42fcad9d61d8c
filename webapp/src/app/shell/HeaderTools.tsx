import { useLingui } from '@lingui/react/macro';
import { isEmbedded } from '@/lib/browser';
import { useProfileCompletion } from '@/lib/journey/profileCompletion';
import { HelpLink } from '@/components/HelpLink';
import { Bell } from '@/features/bell/Bell';
import { BellLink } from '@/features/bell/BellLink';
import { Indicator } from '@/features/lock/Indicator';
import { useReadiness } from '../start/Readiness';
import { AssistantButton } from './AssistantButton';

/** The bell without its count, and the space of the other tools. */
function SilentTools() {
  const { t } = useLingui();
  const word = t`Messages`;
  return (
    <>
      <span className="tool-button tool-button--square assistant-button" />
      <BellLink word={word} name={word} />
      <span className="tool-button tool-button--square" />
    </>
  );
}

/** Help, assistant, bell and lock. The header reserves their space, so that nothing moves when they load. */
export function HeaderTools() {
  const isReady = useReadiness();
  const isProfileComplete = useProfileCompletion();
  const hasTools = isReady && isProfileComplete;
  return (
    <div
      className={`header__own-tools ${hasTools ? 'header__own-tools--shown' : ''}`}
      style={hasTools ? undefined : { visibility: 'hidden' }}
    >
      <HelpLink className="tool-button--square header__help" />
      {isEmbedded() ? null : hasTools ? (
        <>
          <AssistantButton />
          <Bell />
          <Indicator />
        </>
      ) : (
        <SilentTools />
      )}
    </div>
  );
}
