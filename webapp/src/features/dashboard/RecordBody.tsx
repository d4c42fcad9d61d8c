import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link, useLocation } from 'react-router';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { useAction } from '@/lib/forms/useAction';
import { formatMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { UnlinkedIcon } from '@/components/connections/UnlinkedIcon';
import { Icon } from '@/components/Icon';
import { ActionLink } from './ActionLink';
import { FieldList } from './FieldList';
import { listDays, formatNotice, type CalendarDay } from './noticeSentence';
import { isGrave, getRecordId, type Field, type Notice, type ServiceData } from './records';
import { StatusTag } from './StatusTag';

/** Says that a button is busy without taking it away. */
interface RetryProps {
  onRetry: () => void;
  isBusy: boolean;
}

function RetryButton({ text, label, onRetry, isBusy }: RetryProps & { text: string; label: string }) {
  const { t } = useLingui();
  return (
    <Button kind="unstyled" className="record__retry" isBusy={isBusy} onClick={onRetry}>
      <span>{isBusy ? t`Checking…` : text}</span> <span className="usa-sr-only">{label}</span>
    </Button>
  );
}

/** The outcome of the last press on "Check again": the portal asks an agency at most once in half a minute. */
export type LastPress = 'checked' | 'tooSoon' | null;

interface RecordContentProps extends RetryProps {
  data: ServiceData;
  /** False for the last good copy of a record that could not be checked just now. */
  isCurrent: boolean;
  subscription: Subscription;
  identity: Identity;
  lastPress: LastPress;
}

/** The state of a record: what it asks for, or that there is nothing to do. */
function RecordSummary({ data, names }: { data: ServiceData; names: { label: string; service: string } }) {
  const { t, i18n } = useLingui();
  const { fields, notices } = data;
  if (notices.length === 0) {
    const open = fields.find((field) => field.kind === 'status' && field.value.tone === 'attention');
    if (open?.kind !== 'status') return <StatusTag tone="good">{t`Nothing to do right now`}</StatusTag>;
    const { label, value } = open;
    const state = value.label;
    return <StatusTag tone="neutral">{t`${label}: ${state}`}</StatusTag>;
  }
  return (
    <ul className="usa-list--unstyled record__notices">
      {notices.map((notice) => (
        <li
          key={`${notice.field} ${notice.kind}`}
          className={`notice ${isGrave(notice) ? 'notice--grave' : 'notice--open'}`}
        >
          <Icon name={isGrave(notice) ? 'error' : 'warning'} />
          <span>{formatNotice(notice, fields, names, i18n.locale)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Adds the days of a record to a calendar; what makes the file is loaded by the press. */
function CalendarButton({ id, label, days }: { id: string; label: string; days: readonly CalendarDay[] }) {
  const { t, i18n } = useLingui();
  const { isBusy, problem, run } = useAction();
  const save = async () => (await import('./calendar')).saveCalendar(id, days, i18n);
  return (
    <>
      <Button kind="unstyled" className="action" isBusy={isBusy} onClick={() => void run(save)}>
        {t`Add to calendar`} <span className="usa-sr-only">{label}</span>
      </Button>
      <FailedAction problem={problem} />
    </>
  );
}

/** Tells if a sentence already gives the amount or the day of a field. */
function isReported(field: Field, notices: readonly Notice[]): boolean {
  return (
    (field.kind === 'money' && notices.some((notice) => notice.field === field.name)) ||
    (field.kind === 'date' && notices.some((notice) => notice.on === field.value))
  );
}

/** The state of a record with its main action, and the other fields folded. */
export function RecordContent({
  data,
  isCurrent,
  subscription: { service },
  identity: { label },
  lastPress,
  onRetry,
  isBusy,
}: RecordContentProps) {
  const { t, i18n } = useLingui();
  const { hash } = useLocation();
  const agency = service.agency.name;
  const { actions, fields, notices } = data;
  const checked = formatMoment(data.checkedAt, i18n.locale);
  const record = { identityId: data.identityId, agency };
  const settling = actions.filter((action) => notices.some((notice) => notice.action === action.id));
  const main = settling.length > 0 ? settling : actions.slice(0, 1);
  const others = actions.filter((action) => !main.includes(action));
  const details = fields.filter((field) => !isReported(field, notices));
  const names = { label, service: service.name };
  const days = listDays(data, names, i18n.locale);
  const retry = <RetryButton text={t`Check again`} label={label} onRetry={onRetry} isBusy={isBusy} />;

  return (
    <>
      {!isCurrent && (
        <div className="row row--tight row--nowrap row--top small record__stale">
          <Icon name="history" />
          <p>
            <Trans>
              {agency} is not answering just now. This is the last copy we have, last checked {checked}.
            </Trans>
          </p>
        </div>
      )}
      {(isCurrent || notices.length > 0) && <RecordSummary data={data} names={names} />}
      {main.map((action) => (
        <ActionLink
          key={action.id}
          action={action}
          record={record}
          className={`usa-button record__main ${settling.length > 0 ? '' : 'usa-button--outline'}`}
        />
      ))}
      {days.length > 0 && <CalendarButton id={data.identityId} label={label} days={days} />}
      {(details.length > 0 || others.length > 0) && (
        <details open={hash === `#${getRecordId(data.identityId)}`}>
          <summary>
            <Trans>Details</Trans> <span className="usa-sr-only">{label}</span>
          </summary>
          <FieldList fields={details} record={record} isCalm={notices.length === 0} />
          <ul className="row usa-list--unstyled record__actions">
            {others.map((action) => (
              <li key={action.id}>
                <ActionLink action={action} record={record} className="usa-link action text-bold" />
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="row row--tight row--nowrap row--between small quiet record__end" aria-live="polite">
        {isCurrent && (
          <span className="record__checked">
            <Trans>Last checked {checked}</Trans>
            {lastPress && (
              <span className="block">
                {lastPress === 'checked'
                  ? t`This is what the agency says now.`
                  : t`We asked less than 30 seconds ago. Try again in a moment.`}
              </span>
            )}
          </span>
        )}
        {retry}
      </p>
    </>
  );
}

/** Says that a record could not be read, and that it alone is concerned. */
export function FailedRecord({ agency, label, ...retry }: RetryProps & { agency: string; label: string }) {
  const { t } = useLingui();
  return (
    <div className="record__problem">
      <Icon name="warning" />
      <p>
        <strong>
          <Trans>We could not check this record.</Trans>
        </strong>{' '}
        <Trans>{agency} is not answering just now. Your connection stays as it is.</Trans>
      </p>
      <RetryButton text={t`Try again`} label={label} {...retry} />
    </div>
  );
}

interface RevokedRecordProps {
  subscription: Subscription;
  onDisconnect: () => void;
}

/** Says that the agency ended the connection, and how to get it back. */
export function RevokedRecord({ subscription, onDisconnect }: RevokedRecordProps) {
  const { t } = useLingui();
  const { service } = subscription;
  const agency = service.agency.name;
  return (
    <div className="record__problem">
      <UnlinkedIcon />
      <p>
        <strong>
          <Trans>This record is no longer connected.</Trans>
        </strong>{' '}
        <Trans>
          {agency} ended the connection. If that surprises you, connect it again or ask the agency.
        </Trans>
      </p>
      <p className="row record__choices">
        {service.isAvailable && (
          <Link to={generatePath(paths.connect, { serviceId: service.id })} className="usa-link action">
            <Trans>Connect again</Trans>
          </Link>
        )}
        <Button kind="unstyled" className="action" onClick={onDisconnect}>
          {t`Remove this record`}
        </Button>
      </p>
    </div>
  );
}
