import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { formatShortDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import type { ApplicationSummary } from './api';
import { isOver, isWaitingForYou } from './applications';
import { StateTag } from './StateTag';
import { useStatusTexts } from './useStatusTexts';

/** An application in the list: its state, the next step, who acts since when, and the time left. */
export function ApplicationItem({ application }: { application: ApplicationSummary }) {
  const { i18n } = useLingui();
  const { describeDue, describeNextActor, describeNextStep } = useStatusTexts();
  const { agency, businessName, due, formName, id, since, state } = application;
  const isYours = isWaitingForYou(application);
  const actor = describeNextActor(application);
  const day = formatShortDay(getDay(since), i18n.locale);
  return (
    <article
      className={`card application-item ${isYours ? 'application-item--yours' : ''}`}
      aria-labelledby={`application-${id} business-${id}`}
    >
      <div className="row row--between row--top">
        <h3 id={`application-${id}`} className="heading-md grow">
          <Link to={generatePath(paths.application, { id })} className="usa-link">
            {formName}
          </Link>
        </h3>
        <StateTag state={state} />
      </div>
      <p className="quiet">
        <bdi id={`business-${id}`}>{businessName}</bdi>
        {' · '}
        <bdi>{agency.name}</bdi>
      </p>
      <p>{describeNextStep(application)}</p>
      <p className="row small margin-0">
        {actor !== null && (
          <span>
            <Trans>
              Next: <strong>{actor}</strong>, since {day}
            </Trans>
          </span>
        )}
        {isOver(application) && <span>{day}</span>}
        {due && (
          <span className={`status ${due.businessDays < 0 ? 'status--problem' : ''}`}>
            <Icon name="schedule" />
            <span>
              {describeDue(due)} ({formatShortDay(due.on, i18n.locale)})
            </span>
          </span>
        )}
      </p>
    </article>
  );
}
