import 'sonner/dist/styles.css';
import './toasts.scss';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import { Icon } from '../Icon';
import { takeToasts, useWaitingToasts } from './toasts';

/** Long enough to read the text twice; the timer stops while the pointer is on the toast, or the page is hidden. */
const durationMilliseconds = 8000;

/** Above the control that scrolls to the top. */
const offset = { right: '1rem', bottom: '5rem', left: '1rem' };

/** The toasts, stacked at the bottom right so that each can be read; a polite live region. */
export function Toaster() {
  const { t } = useLingui();
  const waiting = useWaitingToasts();

  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { id, text, kind, action } of takeToasts()) {
      const options = {
        id,
        ...(action && {
          duration: action.duration,
          action: { label: action.label, onClick: () => action.run() },
        }),
      };
      if (kind === 'failure') toast.error(text, options);
      else toast.success(text, options);
    }
  }, [waiting]);

  useEffect(
    () => () => {
      // sonner stores them, and would show them again with the next toast.
      toast.dismiss();
    },
    [],
  );

  return (
    <Sonner
      position="bottom-right"
      expand
      duration={durationMilliseconds}
      offset={offset}
      mobileOffset={offset}
      closeButton
      visibleToasts={3}
      customAriaLabel={t`Notices`}
      toastOptions={{ closeButtonAriaLabel: t`Close this notice` }}
      icons={{
        success: <Icon name="check_circle" />,
        error: <Icon name="warning" />,
        close: <Icon name="close" />,
      }}
    />
  );
}
