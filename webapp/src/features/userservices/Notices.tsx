import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { momentInWords } from '@/lib/i18n/moments';
import { useAction } from '@/lib/forms/useAction';
import { Button } from '@/components/Button';
import { showToast } from '@/components/toasts/toasts';
import { resendNotice, type Case, type Contact } from './api';
import { channels, deliveryReasons, deliveryStates } from './words';

type Delivery = Contact['deliveries'][number];

/** Notices that are equal in all of these share a line. */
const same = [
  'sender',
  'subject',
  'channel',
  'sentTo',
  'state',
  'reason',
] as const satisfies readonly (keyof Delivery)[];

/** The id of the element that names a notice. */
const titleOf = ({ messageId, channel }: Delivery) => `notice-${messageId}-${channel}`;

interface NoticesProps {
  about: Case;
  id: string;
  deliveries: readonly Delivery[];
  /** True when the purpose of the case permits it. */
  canResend: boolean;
  onResent: (before: Delivery, after: Delivery) => void;
}

/** The latest notices. A run of the same outcome is one line, except of failed ones, which can be sent again. */
export function Notices({ about, id, deliveries, canResend, onResent }: NoticesProps) {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const runs: { latest: Delivery; earliest: Delivery; count: number }[] = [];
  for (const delivery of deliveries) {
    const run = runs.at(-1);
    if (run && delivery.state !== 'failed' && same.every((name) => run.latest[name] === delivery[name])) {
      run.earliest = delivery;
      run.count += 1;
    } else runs.push({ latest: delivery, earliest: delivery, count: 1 });
  }
  return (
    <ul ref={list} tabIndex={-1} className="line-list">
      {runs.map(({ latest, earliest, count }) => {
        const { messageId, channel, sentTo, state, reason, at, sender, subject } = latest;
        // A failed one was tried as often as the portal tries.
        const why =
          state === 'failed' && reason === 'tryAgain'
            ? t`after several tries`
            : reason && t(deliveryReasons[reason]);
        const [last, first] = [at, earliest.at].map((moment) => momentInWords(moment, i18n.locale));
        return (
          <li key={`${messageId} ${channel}`}>
            <b id={titleOf(latest)}>
              {subject ?? (sender === null ? t`Deleted message` : t`Message from ${sender}`)}
            </b>
            <p>
              {t(deliveryStates[state])}
              {why && ` (${why})`} · {t(channels[channel])}
              {sentTo && ` · ${sentTo}`} · {count === 1 && last}
              {count > 1 && first === last && t`${count} notices, ${last}`}
              {count > 1 && first !== last && t`${count} notices, from ${first} to ${last}`}
            </p>
            {state === 'failed' && canResend && (
              <Resend
                about={about}
                id={id}
                delivery={latest}
                onResent={(after) => {
                  // The button goes away.
                  list.current?.focus();
                  onResent(latest, after);
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ResendProps {
  about: Case;
  id: string;
  delivery: Delivery;
  onResent: (after: Delivery) => void;
}

function Resend({ about, id, delivery, onResent }: ResendProps) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();
  const resend = () =>
    run(async () => {
      const after = await resendNotice(about, id, delivery.messageId, delivery.channel);
      showToast(
        t`We send the notice again within a minute, or when quiet hours end or the daily email goes out.`,
      );
      onResent(after);
    });
  return (
    <>
      {problem && <p role="alert">{problem}</p>}
      <div className="buttons">
        <Button kind="outline" isBusy={isBusy} aria-describedby={titleOf(delivery)} onClick={resend}>
          {isBusy ? t`Please wait…` : t`Send again`}
        </Button>
      </div>
    </>
  );
}
