import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@/components/Button';

/** Replaces help that could not be loaded. */
export function HelpNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div className="side-panel__text" role="status">
      <p>
        <Trans>We can’t show help right now. Check your connection and try again.</Trans>
      </p>
      <Button kind="outline" onClick={onRetry}>
        {t`Try again`}
      </Button>
    </div>
  );
}
