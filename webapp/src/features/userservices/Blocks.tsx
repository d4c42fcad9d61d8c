import { Trans, useLingui } from '@lingui/react/macro';
import { dayInBrief } from '@/lib/i18n/dates';
import { momentInWords } from '@/lib/i18n/moments';
import { readApplications, readConnections, readContact, type Case, type Connection } from './api';
import { Block } from './Block';
import { PutBack } from './PutBack';
import { useLook } from './useLook';
import { WaitingAddress } from './WaitingAddress';
import { addressStates, applicationStates, channels, deliveryReasons, deliveryStates } from './words';

interface PartProps {
  about: Case;
  id: string;
}

/** How notices reach the person, and what became of the latest. */
export function ContactBlock({ about, id, name, canAllow }: PartProps & { name: string; canAllow: boolean }) {
  const { t, i18n } = useLingui();
  const look = useLook(() => readContact(about, id));
  const moment = (at: string) => momentInWords(at, i18n.locale);
  return (
    <Block title={t`Contact addresses and notices`} look={look}>
      {(contact) => {
        const { addresses, changes, deliveries, emailFrequency } = contact;
        return (
          <>
            {addresses.length === 0 && <p>{t`There is no contact address.`}</p>}
            <ul className="block__list">
              {addresses.map(({ channel, sentTo, isVerified, status, statusAt }) => (
                <li key={`${channel} ${sentTo}`}>
                  <b>{sentTo}</b> · {t(channels[channel])} · {isVerified ? t`verified` : t`not verified`}
                  {(isVerified || status !== 'usable') && ` · ${t(addressStates[status])}`}
                  {statusAt && `, ${moment(statusAt)}`}
                </li>
              ))}
            </ul>
            {changes.length > 0 && (
              <>
                <h3>
                  <Trans>New addresses that wait</Trans>
                </h3>
                <ul className="block__list">
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
            <h3>
              <Trans>The latest notices</Trans>
            </h3>
            {deliveries.length === 0 && <p>{t`None was sent.`}</p>}
            <ul className="block__list">
              {deliveries.map(({ channel, sentTo, state, reason, at }, place) => (
                <li key={place}>
                  {moment(at)} · {t(channels[channel])}
                  {sentTo && ` · ${sentTo}`} · <b>{t(deliveryStates[state])}</b>
                  {reason && ` (${t(deliveryReasons[reason])})`}
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Block>
  );
}

/** What the person sees on the dashboard, and why a card is empty. */
export function ConnectionsBlock({ about, id, canRestore }: PartProps & { canRestore: boolean }) {
  const { t } = useLingui();
  const look = useLook(() => readConnections(about, id));
  return (
    <Block title={t`What this person sees on the dashboard`} look={look}>
      {({ items, restorableUntil }) => (
        <>
          {restorableUntil && canRestore && (
            <PutBack about={about} id={id} until={restorableUntil} onRestored={look.show} />
          )}
          {items.length === 0 && <p>{t`Nothing is connected.`}</p>}
          <ul className="block__list">
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
  const moment = (at: string) => momentInWords(at, i18n.locale);
  const { serviceName, serviceId, agencyName, isOffered, isOnDashboard } = connection;
  const { notAnsweringSince, records } = connection;
  const since = notAnsweringSince && moment(notAnsweringSince);
  return (
    <>
      <b>{serviceName ?? serviceId}</b>
      {agencyName && ` · ${agencyName}`}
      {since && <p className="block__problem">{t`The agency has not answered since ${since}.`}</p>}
      {!isOnDashboard && <p className="block__problem">{t`The card was taken off the dashboard.`}</p>}
      {!isOffered && <p className="block__problem">{t`The service is not offered now.`}</p>}
      {records.length > 0 && (
        <ul>
          {records.map(({ status, checkedAt }, place) => {
            const number = place + 1;
            return (
              <li key={place}>
                {t`Record ${number}`} ·{' '}
                {status === 'revoked'
                  ? t`taken back by the agency`
                  : checkedAt
                    ? t`last answer ${moment(checkedAt)}`
                    : t`no answer yet: the card is empty`}
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
  const look = useLook(() => readApplications(about, id));
  return (
    <Block title={t`Applications`} look={look}>
      {({ items }) =>
        items.length === 0 ? (
          <p>{t`There is no application.`}</p>
        ) : (
          <ul className="block__list">
            {items.map((application) => {
              const { state, nextActor, since, dueOn, agencyName } = application;
              const from = momentInWords(since, i18n.locale);
              const due = dueOn && dayInBrief(dueOn, i18n.locale);
              return (
                <li key={application.id}>
                  <b>{application.formName}</b> · {application.businessName} · {agencyName}
                  <p>
                    {t(applicationStates[state])}
                    {nextActor === 'applicant' && `. ${t`The business acts next, since ${from}.`}`}
                    {nextActor === 'agency' && `. ${t`${agencyName} acts next, since ${from}.`}`}
                    {due && ` ${t`By ${due}.`}`}
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
