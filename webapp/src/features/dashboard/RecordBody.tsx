import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';
import { momentInWords } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { ActionLink } from './ActionLink';
import { FieldList } from './FieldList';
import type { RecordSource } from './MaskedValue';
import { noticeSentence } from './noticeSentence';
import { isGrave, type ServiceData } from './records';

/** So many rows are shown at first: cards stay of one size, and the rest is one press away. */
const shownFields = 6;
const shownActions = 2;

/** Says that a button is busy without taking it away. */
interface RetryProps {
  onRetry: () => void;
  isBusy: boolean;
}

function RetryButton({ text, onRetry, isBusy }: RetryProps & { text: string }) {
  const { t } = useLingui();
  return (
    <Button kind="unstyled" className="record__retry" isBusy={isBusy} onClick={onRetry}>
      {isBusy ? t`Checking…` : text}
    </Button>
  );
}

function Actions({ actions, record }: { actions: ServiceData['actions']; record: RecordSource }) {
  if (actions.length === 0) return null;
  return (
    <ul className="row usa-list--unstyled record__actions">
      {actions.map((action) => (
        <li key={action.id}>
          <ActionLink action={action} record={record} className="usa-link action text-bold" />
        </li>
      ))}
    </ul>
  );
}

interface RecordContentProps extends RetryProps {
  data: ServiceData;
  /** False for the last good copy of a record that could not be checked just now. */
  isCurrent: boolean;
  subscription: Subscription;
  identity: Identity;
}

/** What the agency holds about a record, what asks for action first. */
export function RecordContent({
  data,
  isCurrent,
  subscription: { service },
  identity: { label },
  onRetry,
  isBusy,
}: RecordContentProps) {
  const { t, i18n } = useLingui();
  const agency = service.agency.name;
  const hasMore = data.fields.length > shownFields || data.actions.length > shownActions;
  const checked = momentInWords(data.checkedAt, i18n.locale);
  const record = { identityId: data.identityId, agency };

  return (
    <>
      {data.notices.length > 0 && (
        <ul className="usa-list--unstyled small record__notices">
          {data.notices.map((notice) => {
            const names = { label, service: service.name };
            return (
              <li
                key={`${notice.field} ${notice.kind}`}
                className={`notice ${isGrave(notice) ? 'notice--grave' : 'notice--open'}`}
              >
                <Icon name={isGrave(notice) ? 'error' : 'warning'} />
                <span>{noticeSentence(notice, data.fields, names, i18n.locale)}</span>
              </li>
            );
          })}
        </ul>
      )}
      <FieldList fields={data.fields.slice(0, shownFields)} record={record} />
      {hasMore && (
        <details>
          <summary>
            <Trans>More details</Trans>
          </summary>
          <FieldList fields={data.fields.slice(shownFields)} record={record} />
          <Actions actions={data.actions.slice(shownActions)} record={record} />
        </details>
      )}
      <div className="record__end">
        <Actions actions={data.actions.slice(0, shownActions)} record={record} />
        {isCurrent ? (
          <p className="quiet small margin-0 record__checked">
            <Trans>Last checked {checked}</Trans>
          </p>
        ) : (
          <div className="row row--tight row--nowrap row--top small record__stale">
            <Icon name="history" />
            <p>
              <Trans>
                {agency} is not answering just now. This is the last copy we have, last checked {checked}.
              </Trans>{' '}
              <RetryButton text={t`Check again`} onRetry={onRetry} isBusy={isBusy} />
            </p>
          </div>
        )}
      </div>
    </>
  );
}

/** Says that a record could not be read, and that it alone is concerned. */
export function FailedRecord({ agency, onRetry, isBusy }: RetryProps & { agency: string }) {
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
      <RetryButton text={t`Try again`} onRetry={onRetry} isBusy={isBusy} />
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
      <Icon name="link_off" />
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
