import { Trans, useLingui } from '@lingui/react/macro';
import { dayInWords } from '@/lib/i18n/dates';
import { momentInWords } from '@/lib/i18n/moments';
import type { ApplicationSummary } from './api';
import { isOver } from './applications';
import { StateTag } from './StateTag';
import { useApplicationWords } from './useApplicationWords';

/** Where an application stands: its state, what happens next, who has to act since when and until when. */
export function Standing({
  application,
  reference,
}: {
  application: ApplicationSummary;
  reference: string | null;
}) {
  const { i18n } = useLingui();
  const { due: dueWords, nextActor, nextStep } = useApplicationWords();
  const { due, since, state } = application;
  const actor = nextActor(application);
  return (
    <div className="card standing">
      <p>
        <StateTag state={state} />
      </p>
      <p>{nextStep(application)}</p>
      <dl className="fact-grid">
        {actor !== null && (
          <div>
            <dt>
              <Trans>Who acts next</Trans>
            </dt>
            <dd>
              <bdi>{actor}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{isOver(application) ? <Trans>Date</Trans> : <Trans>Since</Trans>}</dt>
          <dd>{momentInWords(since, i18n.locale)}</dd>
        </div>
        {due && (
          <div>
            <dt>
              <Trans>Until</Trans>
            </dt>
            <dd>
              {dayInWords(due.on, i18n.locale)}{' '}
              <span className={due.businessDays < 0 ? 'text-bad text-bold' : 'text-bold'}>
                ({dueWords(due)})
              </span>
            </dd>
          </div>
        )}
        {reference && (
          <div>
            <dt>
              <Trans>Agency’s number</Trans>
            </dt>
            <dd>
              <bdi>{reference}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
