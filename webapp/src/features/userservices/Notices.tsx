import { Plural, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { formatShortMoment } from '@/lib/i18n/moments';
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
const buildTitleId = ({ messageId, channel }: Delivery) => `notice-${messageId}-${channel}`;

/** Notices that differ only in their date. */
interface Run {
  latest: Delivery;
  earliest: Delivery;
  count: number;
}

interface NoticesProps {
  about: Case;
  id: string;
  deliveries: readonly Delivery[];
  /** True when the purpose of the case permits it. */
  canResend: boolean;
  onResent: (before: Delivery, after: Delivery) => void;
}

/** Number of lines that are not folded. */
const shownAtFirst = 5;

/** The latest notices. Equal ones are one line, except failed ones, which can be sent again and are never folded. */
export function Notices({ about, id, deliveries, canResend, onResent }: NoticesProps) {
  const list = useRef<HTMLUListElement>(null);
  const runs: Run[] = [];
  for (const delivery of deliveries) {
    const run = runs.find(({ latest }) => same.every((name) => latest[name] === delivery[name]));
    if (run && delivery.state !== 'failed') {
      run.earliest = delivery;
      run.count += 1;
    } else runs.push({ latest: delivery, earliest: delivery, count: 1 });
  }
  const isShown = ({ latest }: Run, place: number) => place < shownAtFirst || latest.state === 'failed';
  const folded = runs.filter((run, place) => !isShown(run, place));
  const lines = (shown: readonly Run[]) =>
    shown.map((run) => (
      <li key={buildTitleId(run.latest)}>
        <Notice run={run} />
        {run.latest.state === 'failed' && canResend && (
          <Resend
            about={about}
            id={id}
            delivery={run.latest}
            onResent={(after) => {
              // The button goes away.
              list.current?.focus();
              onResent(run.latest, after);
            }}
          />
        )}
      </li>
    ));
  return (
    <>
      <ul ref={list} tabIndex={-1} className="line-list notices">
        {lines(runs.filter(isShown))}
      </ul>
      {folded.length > 0 && (
        <details>
          <summary>
            <Plural
              value={folded.reduce((sum, { count }) => sum + count, 0)}
              one="# more notice"
              other="# more notices"
            />
          </summary>
          <ul className="line-list notices">{lines(folded)}</ul>
        </details>
      )}
    </>
  );
}

function Notice({ run: { latest, earliest, count } }: { run: Run }) {
  const { t, i18n } = useLingui();
  const { channel, sentTo, state, reason, sender, subject } = latest;
  // A failed notice has used up its tries.
  const why =
    state === 'failed' && reason === 'tryAgain'
      ? t`after several tries`
      : reason && t(deliveryReasons[reason]);
  const [last, first] = [latest.at, earliest.at].map((moment) => formatShortMoment(moment, i18n.locale));
  return (
    <>
      <b id={buildTitleId(latest)}>
        {subject ?? (sender === null ? t`Deleted message` : t`Message from ${sender}`)}
      </b>
      <p>
        {[
          why ? `${t(deliveryStates[state])} (${why})` : t(deliveryStates[state]),
          t(channels[channel]),
          sentTo,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="quiet">
        {count === 1
          ? last
          : first === last
            ? t`${count} notices, ${last}`
            : t`${count} notices, from ${first} to ${last}`}
      </p>
    </>
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
        <Button kind="outline" isBusy={isBusy} aria-describedby={buildTitleId(delivery)} onClick={resend}>
          {isBusy ? t`Please wait…` : t`Send again`}
        </Button>
      </div>
    </>
  );
}
