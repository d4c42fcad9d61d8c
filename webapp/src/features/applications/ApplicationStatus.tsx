import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { AnswerList } from './AnswerList';
import type { Application } from './api';
import { isOver } from './applications';
import { OwedFees } from './OwedFees';
import { HistoryList } from './HistoryList';
import { StatusCard } from './StatusCard';
import { useEnding } from './useEnding';

interface ApplicationStatusProps {
  application: Application;
  onChanged: (application: Application) => void;
  onOutdated: () => unknown;
}

/** An application that cannot be edited now: its status, its history, and the answers that were sent. */
export function ApplicationStatus({ application, onChanged, onOutdated }: ApplicationStatusProps) {
  const { t } = useLingui();
  const ending = useEnding(application, { onWithdrawn: onChanged, onRemoved: onOutdated, onOutdated });
  const { answers, businessId, canWithdraw, formId, history, role, state, submittedAt } = application;
  const latest = history[0];
  const again = `${paths.newApplication}?${new URLSearchParams({ form: formId, business: businessId }).toString()}`;

  return (
    <>
      <StatusCard application={application} />
      {latest?.note && isOver(application) && (
        <Alert kind={state === 'approved' ? 'success' : 'info'} heading={t`Agency’s note`}>
          <p className="text-pre">{latest.note}</p>
        </Alert>
      )}
      <div className="buttons">
        {isOver(application) && state !== 'approved' && role !== 'viewer' && (
          <Link to={again} className="usa-button usa-button--outline">
            <Trans>Start another application</Trans>
          </Link>
        )}
        <Button kind="unstyled" onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        {canWithdraw && (
          <Button kind="unstyled" isBusy={ending.isBusy} onClick={ending.end}>
            {ending.isDraft ? <Trans>Remove this draft</Trans> : <Trans>Withdraw the application</Trans>}
          </Button>
        )}
        <Link to={generatePath(paths.business, { id: businessId })} className="usa-link">
          <Trans>Go to the business</Trans>
        </Link>
        <Link to={paths.businessDashboard} className="usa-link">
          <Trans>See all applications</Trans>
        </Link>
      </div>
      <FailedAction problem={ending.problem} />
      {history.length > 0 && (
        <section aria-labelledby="history">
          <h2 id="history">
            <Trans>History</Trans>
          </h2>
          <HistoryList application={application} />
        </section>
      )}
      <section aria-labelledby="sent">
        <h2 id="sent">
          {submittedAt === null ? <Trans>Answers so far</Trans> : <Trans>What you sent</Trans>}
        </h2>
        <AnswerList application={application} answers={answers} />
        {application.owed.fees.length > 0 && (
          <OwedFees owed={application.owed} agency={application.agency.name} />
        )}
      </section>
    </>
  );
}
