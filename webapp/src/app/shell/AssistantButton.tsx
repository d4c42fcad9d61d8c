import { useLingui } from '@lingui/react/macro';
import Chat from '@uswds/uswds/img/usa-icons/chat.svg?react';
import { Suspense, useEffect, useRef } from 'react';
import { lazyComponent } from '@/lib/lazyComponent';
import { panels, usePanelState } from '@/lib/panels/panels';
import { loadTextsOf } from '../texts';
import { SidePanel } from './SidePanel';

function NoConversation() {
  const { t } = useLingui();
  return (
    <p className="side-panel__text" role="status">
      {t`We could not reach the portal. Check your connection and try again. Nothing you entered is lost.`}
    </p>
  );
}

const Chatting = lazyComponent(() =>
  Promise.all([import('@/features/assistant/Chat'), loadTextsOf('assistant')]).then(
    ([{ Chat }]) => Chat,
    () => NoConversation,
  ),
);

const key = 'saguaro.assistant';

/** Whether this tab had the assistant open when it was loaded again; a browser may forbid to remember it. */
function wasOpen(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function rememberOpen(isOpen: boolean): void {
  try {
    if (isOpen) sessionStorage.setItem(key, 'open');
    else sessionStorage.removeItem(key);
  } catch {
    // After a reload the assistant is closed then.
  }
}

/** Opens the assistant, whose code is loaded then. Signing out closes it. */
export function AssistantButton() {
  const { t } = useLingui();
  const isOpen = usePanelState('assistant');
  const button = useRef<HTMLButtonElement>(null);
  const word = t`Assistant`;

  useEffect(() => {
    if (wasOpen() && button.current) panels.toggle('assistant', button.current);
    return () => {
      rememberOpen(false);
      panels.close();
    };
  }, []);

  useEffect(() => rememberOpen(isOpen), [isOpen]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool-button bell"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={word}
        title={word}
        onClick={(event) => panels.toggle('assistant', event.currentTarget)}
      >
        <span className="bell__sign">
          <Chat className="usa-icon" aria-hidden="true" focusable="false" />
        </span>
        <span className="bell__word">{word}</span>
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
