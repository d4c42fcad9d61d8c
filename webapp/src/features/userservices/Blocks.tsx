import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { formatShortDay } from '@/lib/i18n/dates';
import { formatShortMoment, formatMoment } from '@/lib/i18n/moments';
import { readApplications, readContact, type Case, type Connection, type Connections } from './api';
import { Block } from './Block';
import { Notices } from './Notices';
import { PutBack } from './PutBack';
import { useLoggedRead, type LoggedRead } from './useLoggedRead';
import { WaitingAddress } from './WaitingAddress';
import { addressStates, applicationStates, channels, faults } from './words';

interface PartProps {
  about: Case;
  id: string;
}

interface ContactBlockProps extends PartProps {
  name: string;
  canAllow: boolean;
  canResend: boolean;
}

/** How notices reach the person, and what became of the latest. */
export function ContactBlock({ about, id, name, canAllow, canResend }: ContactBlockProps) {
  const { t, i18n } = useLingui();
  const look = useLoggedRead(() => readContact(about, id));
  const moment = (at: string) => formatShortMoment(at, i18n.locale);
  return (
    <Block title={t`Contact addresses and notices`} look={look}>
      {(contact) => {
        const { addresses, changes, deliveries, emailFrequency, unread } = contact;
        return (
          <>
            {addresses.length === 0 && <p>{t`No contact address.`}</p>}
            <ul className="line-list">
              {addresses.map(({ channel, sentTo, isVerified, status, statusAt }) => (
                <li key={`${channel} ${sentTo}`}>
                  <b>{sentTo}</b> · {t(channels[channel])} ·{' '}
                  <span>{isVerified ? t`verified` : t`not verified`}</span>
                  {(isVerified || status !== 'usable') && <span>{` · ${t(addressStates[status])}`}</span>}
                  {statusAt && <span>{`, ${moment(statusAt)}`}</span>}
                </li>
              ))}
            </ul>
            {changes.length > 0 && (
              <>
                <h3>
                  <Trans>New addresses to be confirmed</Trans>
                </h3>
                <ul className="line-list">
                  {changes.map((change) => (
                    <li key={change.channel}>
                      <WaitingAddress
                        about={about}
                        id={id}
                        name={name}
                        change={change}
                        canAllow={canAllow}
                        onAllowed={(allowed) =>
                          look.show({
                            ...contact,
                            changes: changes.map((each) => (each === change ? allowed : each)),
                          })
                        }
                      />
                    </li>
                  ))}
                </ul>
              </>
            )}
            {emailFrequency && (
              <p>
                {emailFrequency === 'daily' ? t`Email comes once a day.` : t`Email comes with each message.`}
              </p>
            )}
            <p>
              {unread.atLeast ? (
                <Plural value={unread.count} other="More than # unread messages" />
              ) : (
                <Plural value={unread.count} one="# unread message" other="# unread messages" />
              )}
            </p>
            <h3>
              <Trans>Latest notices</Trans>
            </h3>
            {deliveries.length === 0 && <p>{t`No notices yet.`}</p>}
            <Notices
              about={about}
              id={id}
              deliveries={deliveries}
              canResend={canResend}
              onResent={(before, after) =>
                look.show({
                  ...contact,
                  deliveries: deliveries.map((each) => (each === before ? after : each)),
                })
              }
            />
          </>
        );
      }}
    </Block>
  );
}

interface ConnectionsBlockProps extends PartProps {
  canRestore: boolean;
  look: LoggedRead<Connections>;
  onRestored: (connections: Connections) => void;
}

/** Shows the person's cards, and the reason for an empty one. */
export function ConnectionsBlock({ about, id, canRestore, look, onRestored }: ConnectionsBlockProps) {
  const { t } = useLingui();
  return (
    <Block title={t`What this person sees on the dashboard`} look={look}>
      {({ items, restorableUntil }) => (
        <>
          {restorableUntil && canRestore && (
            <PutBack about={about} id={id} until={restorableUntil} onRestored={onRestored} />
          )}
          {items.length === 0 && <p>{t`No connections.`}</p>}
          <ul className="line-list">
            {items.map((connection) => (
              <li key={connection.serviceId}>
                <ConnectionEntry connection={connection} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Block>
  );
}

function ConnectionEntry({ connection }: { connection: Connection }) {
  const { t, i18n } = useLingui();
  const moment = (at: string) => formatShortMoment(at, i18n.locale);
  const { serviceName, serviceId, agencyName, isOffered, isOnDashboard } = connection;
  const { notAnsweringSince, askedAgainFrom, lastFailure, records } = connection;
  const since = notAnsweringSince && moment(notAnsweringSince);
  const again = askedAgainFrom && moment(askedAgainFrom);
  const failedAt = lastFailure && moment(lastFailure.at);
  const fault = lastFailure && t(faults[lastFailure.fault]);
  return (
    <>
      <b>{serviceName ?? serviceId}</b>
      {agencyName && <span>{` · ${agencyName}`}</span>}
      {failedAt && fault && <p>{t`The last request to the agency failed at ${failedAt}: ${fault}.`}</p>}
      {since && again && (
        <p className="text-bad">
          {t`The agency has not responded since ${since}, so the portal paused its requests.`}{' '}
          {t`After ${again}, the next visit or “Reload all cards” asks the agency again.`}
        </p>
      )}
      {!isOnDashboard && <p className="text-bad">{t`The card was removed from the dashboard.`}</p>}
      {!isOffered && <p className="text-bad">{t`The service is not offered now.`}</p>}
      {records.length > 0 && (
        <ul>
          {records.map(({ status, checkedAt }, place) => {
            const number = place + 1;
            return (
              <li key={place}>
                {t`Record ${number}`} ·{' '}
                <span>
                  {status === 'revoked'
                    ? t`withdrawn by the agency`
                    : checkedAt
                      ? t`last answer ${moment(checkedAt)}`
                      : t`no answer yet: the card is empty`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

/** The applications of the businesses for which the person acts. */
export function ApplicationsBlock({ about, id }: PartProps) {
  const { t, i18n } = useLingui();
  const look = useLoggedRead(() => readApplications(about, id));
  return (
    <Block title={t`Applications`} look={look}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t`No applications.`}</p>
        ) : (
          <ul className="line-list">
            {items.map((application) => {
              const { state, nextActor, since, dueOn, agencyName } = application;
              const from = formatMoment(since, i18n.locale);
              const due = dueOn && formatShortDay(dueOn, i18n.locale);
              return (
                <li key={application.id}>
                  <b>{application.formName}</b> · {application.businessName} · {agencyName}
                  <p>
                    {t(applicationStates[state])}
                    {nextActor === 'applicant' && (
                      <span>{`. ${t`The business acts next, since ${from}.`}`}</span>
                    )}
                    {nextActor === 'agency' && (
                      <span>{`. ${t`${agencyName} acts next, since ${from}.`}`}</span>
                    )}
                    {due && <span>{` ${t`By ${due}.`}`}</span>}
                  </p>
                </li>
              );
            })}
          </ul>
        )
      }
    </Block>
  );
}
