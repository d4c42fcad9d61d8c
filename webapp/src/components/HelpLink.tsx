import { useLingui } from '@lingui/react/macro';
import { panels, usePanelState } from '@/lib/panels/panels';
import { Icon } from './Icon';

/** Opens the help for the current page. */
export function HelpLink({ className = '' }: { className?: string }) {
  const { t } = useLingui();
  const isOpen = usePanelState('help');
  return (
    <button
      type="button"
      className={`tool-button help-link ${className}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => panels.toggle('help', event.currentTarget)}
    >
      <Icon name="help_outline" />
      {t`Help`}
    </button>
  );
}
