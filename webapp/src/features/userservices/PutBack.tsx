import { Trans, useLingui } from '@lingui/react/macro';
import { formatMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { useAction } from '@/lib/forms/useAction';
import { restoreDashboard, type Case, type Connections } from './api';

interface PutBackProps {
  about: Case;
  id: string;
  until: string;
  onRestored: (connections: Connections) => void;
}

/** The way back from a cleared dashboard, as long as there is one. */
export function PutBack({ about, id, until, onRestored }: PutBackProps) {
  const { t, i18n } = useLingui();
  const end = formatMoment(until, i18n.locale);
  const { isBusy, problem, run } = useAction();
  const restore = () =>
    run(async () => {
      onRestored(await restoreDashboard(about, id));
    });
  return (
    <Alert kind="success" heading={t`The dashboard is cleared`} headingLevel={3} isLive>
      <p>
        <Trans>You can restore the cards until {end}. The person can restore them at any time.</Trans>
      </p>
      {problem && <p role="alert">{problem}</p>}
      <Button kind="outline" isBusy={isBusy} onClick={restore}>
        {isBusy ? t`Please wait…` : t`Restore the cards`}
      </Button>
    </Alert>
  );
}
