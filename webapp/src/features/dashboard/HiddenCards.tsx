import { Plural, Trans } from '@lingui/react/macro';
import { useAction } from '@/lib/forms/useAction';
import { Button } from '@/components/Button';
import { FailedRead } from '@/components/FailedRead';
import { useRefreshSubscriptions } from '@/lib/connections/subscriptions';
import { restoreDashboard } from './api';

/** Says that support took cards off the dashboard, and puts them back. */
export function HiddenCards({ count }: { count: number }) {
  const readAgain = useRefreshSubscriptions();
  const { isBusy, failure, run } = useAction();
  const restore = () =>
    run(async () => {
      await restoreDashboard();
      await readAgain();
    });

  return (
    <div className="card">
      <p>
        <Plural
          value={count}
          one="Support took one card off your dashboard. Your connection stays."
          other="Support took # cards off your dashboard. Your connections stay."
        />
      </p>
      <Button kind="outline" isBusy={isBusy} onClick={restore}>
        <Trans>Put them back</Trans>
      </Button>
      {failure !== null && <FailedRead error={failure} onRetry={() => void restore()} />}
    </div>
  );
}
