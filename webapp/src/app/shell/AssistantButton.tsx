import { useLingui } from '@lingui/react/macro';
import Chat from '@uswds/uswds/img/usa-icons/chat.svg?react';
import { Suspense, useEffect, useRef } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { isNarrow, panels, usePanelState } from '@/lib/panels/panels';
import { tabStorage } from '@/lib/storage/storage';
import { loadTexts } from '../texts';
import { SidePanel } from './SidePanel';

function NoConversation() {
  const { t } = useLingui();
  return (
    <p className="side-panel__text" role="status">
      {t`We could not reach the portal. Check your connection and try again. Nothing you entered is lost.`}
    </p>
  );
}

const Chatting = createLazyComponent(() =>
  Promise.all([import('@/features/assistant/Chat'), loadTexts('assistant')]).then(
    ([{ Chat }]) => Chat,
    () => NoConversation,
  ),
);

const key = 'saguaro.assistant';

/** Opens the assistant and loads its code. Signing out closes it. */
export function AssistantButton() {
  const { t } = useLingui();
  const isOpen = usePanelState('assistant');
  const button = useRef<HTMLButtonElement>(null);
  const word = t`Assistant`;

  useEffect(() => {
    if (tabStorage.getItem(key) && button.current && !isNarrow()) panels.toggle('assistant', button.current);
    return () => {
      tabStorage.removeItem(key);
      panels.close();
    };
  }, []);

  useEffect(() => {
    if (isOpen) tabStorage.setItem(key, 'open');
    else tabStorage.removeItem(key);
  }, [isOpen]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool-button tool-button--square assistant-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={word}
        onClick={(event) => panels.toggle('assistant', event.currentTarget)}
      >
        <span className="bell__sign">
          <Chat className="usa-icon" aria-hidden="true" focusable="false" />
        </span>
        <span className="bell__word from-desktop">{word}</span>
      </button>
      {isOpen && (
        <SidePanel title={word}>
          <Suspense fallback={<p className="side-panel__text" role="status">{t`Loading…`}</p>}>
            <Chatting />
          </Suspense>
        </SidePanel>
      )}
    </>
  );
}
