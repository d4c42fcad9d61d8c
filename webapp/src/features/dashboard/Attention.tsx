import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { UnlinkedIcon } from '@/components/connections/UnlinkedIcon';
import { Icon, type IconName } from '@/components/Icon';
import { formatDay } from '@/lib/i18n/dates';
import { paths } from '@/lib/paths';
import { useMediaQuery } from '@/components/useMediaQuery';
import { ActionLink } from './ActionLink';
import { listDays, formatNotice } from './noticeSentence';
import {
  isGrave,
  getRecordId,
  type AnsweredRecord,
  type ApplicationItem,
  type Attention as AttentionOfAll,
  type AttentionItem,
  type RecordItem,
} from './records';

/** Items named at first, side by side where there is room; a press shows the rest. */
const shownSideBySide = 3;
const wide = '(min-width: 64em)';

interface AttentionProps {
  attention: AttentionOfAll;
  /** Before it is known which records there are. */
  isAwaited: boolean;
  /** The applications could not be read. */
  lacksApplications: boolean;
  onOpen: (subscriptionId: string, identityId: string) => void;
}

/** An application that waits for the person. */
function ApplicationLine({ application }: ApplicationItem) {
  const { t, i18n } = useLingui();
  const { agency, businessName, due, formName, id } = application;
  const isLate = due !== null && due.businessDays < 0;
  const day = due && formatDay(due.on, i18n.locale);
  const name = agency.name;
  return (
    <li className={`notice ${isLate ? 'notice--grave' : 'notice--open'}`}>
      <Icon name={isLate ? 'error' : 'warning'} />
      <div>
        <Link to={generatePath(paths.application, { id })} className="usa-link">
          {day
            ? t`${name} needs more information by ${day} for “${formName}”`
            : t`${name} needs more information for “${formName}”`}
        </Link>
        <span className="block small quiet">
          <bdi>{businessName}</bdi>
        </span>
      </div>
    </li>
  );
}

function RecordLine({ item, onOpen }: { item: RecordItem; onOpen: AttentionProps['onOpen'] }) {
  const { t, i18n } = useLingui();
  const { subscription, identity, notice, data } = item;
  const id = getRecordId(identity.id);
  const service = subscription.service.name;
  const { label } = identity;
  const action = data?.actions.find((each) => each.id === notice?.action);
  return (
    <li className={`notice ${!notice || isGrave(notice) ? 'notice--grave' : 'notice--open'}`}>
      {notice ? <Icon name={isGrave(notice) ? 'error' : 'warning'} /> : <UnlinkedIcon />}
      <div>
        <span className="block">
          <a
            href={`#${id}`}
            className="usa-link"
            onClick={(event) => {
              event.preventDefault();
              onOpen(subscription.id, identity.id);
              const record = document.getElementById(id);
              record?.focus({ preventScroll: true });
              record?.closest('.service-card')?.scrollIntoView({ block: 'start' });
            }}
          >
            {notice && data
              ? formatNotice(notice, data.fields, { label, service }, i18n.locale)
              : t`The agency ended your connection with “${service}”`}
          </a>
        </span>
        <span className="block small quiet">
          <bdi>{label}</bdi>
        </span>
        {action && (
          <ActionLink
            action={action}
            record={{ identityId: identity.id, agency: subscription.service.agency.name }}
            className="usa-button attention__action"
          />
        )}
      </div>
    </li>
  );
}

/** The next days of all records, while none of them needs attention. */
function ComingDays({ answered, count }: { answered: readonly AnsweredRecord[]; count: number }) {
  const { i18n } = useLingui();
  const days = answered
    .flatMap(({ subscription, identity, data }) =>
      listDays(data, { label: identity.label, service: subscription.service.name }, i18n.locale).map(
        (day) => ({ ...day, key: `${identity.id} ${day.field}` }),
      ),
    )
    .sort((one, other) => one.day.localeCompare(other.day))
    .slice(0, count);
  if (days.length === 0) return null;
  return (
    <>
      <h3 className="heading-sm">
        <Trans>Coming up</Trans>
      </h3>
      <ul className="usa-list--unstyled attention__list">
        {days.map(({ key, day, sentence }) => (
          <li key={key} className="notice">
            <Icon name="schedule" />
            <div>
              <strong>{formatDay(day, i18n.locale)}</strong>
              <span className="block">{sentence}</span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Lists on top of the dashboard the things to do, or says that there are none or that some are not known. It has the
 * same height with and without them, so that the cards below it never move.
 */
export function Attention({ attention, isAwaited, lacksApplications, onOpen }: AttentionProps) {
  const { t } = useLingui();
  const { answered, items, total, loading } = attention;
  const unchecked = attention.unchecked + Number(lacksApplications);
  const shown = useMediaQuery(wide) ? shownSideBySide : 1;
  const isOpen = items.length > 0;
  const isLoading = isAwaited || loading > 0;
  const checked = total - attention.unchecked;
  const look = isOpen ? 'open' : isLoading || unchecked > 0 ? 'waiting' : 'calm';
  const signs: Record<typeof look, IconName> = { open: 'warning', waiting: 'history', calm: 'check_circle' };

  const title = isOpen ? (
    <Plural value={items.length} one="One thing needs your attention" other="# things need your attention" />
  ) : isLoading ? (
    <Trans>Checking your services…</Trans>
  ) : unchecked === 0 ? (
    <Trans>Nothing needs your attention</Trans>
  ) : checked > 0 ? (
    <Trans>Nothing needs your attention in what we could check</Trans>
  ) : (
    <Trans>We could not check your services just now</Trans>
  );

  const remark = isAwaited ? null : isLoading ? (
    <Plural
      value={loading}
      one="One record is still being checked."
      other="# records are still being checked."
    />
  ) : lacksApplications ? (
    <Trans>Your applications could not be checked just now.</Trans>
  ) : unchecked > 0 ? (
    <Plural
      value={unchecked}
      one="One record could not be checked just now."
      other="# records could not be checked just now."
    />
  ) : isOpen || total === 0 ? null : (
    <Plural value={total} one="We checked your record." other="We checked all # records." />
  );

  // Keyed by place: a more urgent item takes the first place without moving the others on the screen.
  const renderItems = (some: readonly AttentionItem[]) => (
    <ul className="usa-list--unstyled attention__list">
      {some.map((item, place) =>
        'application' in item ? (
          <ApplicationLine key={place} {...item} />
        ) : (
          <RecordLine key={place} item={item} onOpen={onOpen} />
        ),
      )}
    </ul>
  );

  return (
    <section className={`card attention attention--${look}`} aria-labelledby="attention-title">
      <h2 id="attention-title" className="heading-md row row--tight row--nowrap row--top attention__title">
        <Icon name={signs[look]} />
        <span>{title}</span>
      </h2>
      {isOpen && renderItems(items.slice(0, shown))}
      {look === 'calm' && <ComingDays answered={answered} count={shown} />}
      {items.length > shown && (
        <details>
          <summary>
            <Plural value={items.length - shown} one="Show one more" other="Show # more" />
          </summary>
          {renderItems(items.slice(shown))}
        </details>
      )}
      {remark && <p className="quiet small attention__remark">{remark}</p>}
      <p className="usa-sr-only" role="status" aria-label={t`Your services`}>
        {!isLoading && (
          <>
            {title}. {remark}
          </>
        )}
      </p>
    </section>
  );
}
