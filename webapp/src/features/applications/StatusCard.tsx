import { useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import { formatMoment } from '@/lib/i18n/moments';
import type { Application } from './api';
import { isOver } from './applications';
import { Fact } from './Fact';
import { StateTag } from './StateTag';
import { useStatusTexts } from './useStatusTexts';

/** The state of an application, the next step, and who has to act since when and until when. */
export function StatusCard({ application }: { application: Application }) {
  const { t, i18n } = useLingui();
  const { describeDue, describeNextActor, describeNextStep } = useStatusTexts();
  const { agencyReference, due, since, state } = application;
  const actor = describeNextActor(application);
  return (
    <div className="card standing">
      <p>
        <StateTag state={state} />
      </p>
      <p>{describeNextStep(application)}</p>
      <dl className="fact-grid">
        {actor !== null && (
          <Fact label={t`Who acts next`}>
            <bdi>{actor}</bdi>
          </Fact>
        )}
        <Fact label={isOver(application) ? t`Date` : t`Since`}>{formatMoment(since, i18n.locale)}</Fact>
        {due && (
          <Fact label={t`Until`}>
            {formatDay(due.on, i18n.locale)}{' '}
            <span className={due.businessDays < 0 ? 'text-bad text-bold' : 'text-bold'}>
              ({describeDue(due)})
            </span>
          </Fact>
        )}
        {agencyReference && (
          <Fact label={t`Agency’s number`}>
            <bdi>{agencyReference}</bdi>
          </Fact>
        )}
      </dl>
    </div>
  );
}
