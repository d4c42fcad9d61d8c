import { Trans, useLingui } from '@lingui/react/macro';
import { Moment } from '@/components/Moment';
import { describeDelivery } from './deliverySentence';
import type { OpenedMessage } from './messages';

/** The history of a message: when it was sent, how the person was notified, and when it was opened. */
export function DeliveryRecord({ message }: { message: OpenedMessage }) {
  const { t } = useLingui();
  const { from, sentAt, receivedAt, readAt, deliveries } = message;
  const entries = [
    { at: sentAt, text: t`${from} sent the message.` },
    ...(receivedAt === sentAt ? [] : [{ at: receivedAt, text: t`It arrived in the portal.` }]),
    ...deliveries.flatMap((delivery) =>
      delivery.steps.map((step) => ({ at: step.at, text: t(describeDelivery(delivery, step)) })),
    ),
    ...(readAt === null ? [] : [{ at: readAt, text: t`You opened it here.` }]),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <details className="delivery-record">
      <summary>
        <Trans>How this message reached you</Trans>
      </summary>
      <ol className="usa-list--unstyled stack">
        {entries.map(({ at, text }, place) => (
          <li key={place} className="delivery-record__entry quote">
            <Moment at={at} className="block quiet small" />
            {text}
          </li>
        ))}
        {deliveries.length === 0 && (
          <li className="delivery-record__entry quote">
            <Trans>We have not written to you about it elsewhere yet.</Trans>
          </li>
        )}
      </ol>
    </details>
  );
}
