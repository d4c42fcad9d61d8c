import '@/styles/forms.scss';
import '@/styles/parts.scss';
import '@/styles/guide.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { use, useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { isSettled } from '@/lib/api/useRead';
import { paths } from '@/lib/paths';
import { readTicks, writeTicks } from '@/lib/storage/checklists';
import { Alert } from '@/components/Alert';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { useServices, type PublicService } from './api';
import { GuideLinks } from './GuideLinks';
import { loadGuide, type Guide } from './guides';
import { PageRating } from './PageRating';
import { StepDetails } from './StepDetails';
import { useTextSelector } from './useTextSelector';

/** Shows a guide, or the checklist of a life event, to everyone. */
export default function GuidePage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const guide = use(loadGuide(id));
  return (
    <div className="page page--narrow">
      <Link to={paths.services} className="usa-link action">
        <Icon name="navigate_before" />
        <Trans>All services</Trans>
      </Link>
      {guide ? (
        <Steps key={id} guide={guide} />
      ) : (
        <>
          <PageHeading title={t`Guide`} />
          <Alert kind="info" heading={t`We couldn’t find this guide`} isLive>
            <GuideLinks />
          </Alert>
        </>
      )}
    </div>
  );
}

function Steps({ guide }: { guide: Guide }) {
  const services = useServices();
  const selectText = useTextSelector();
  usePageDescription(selectText(guide.summary));
  const List = guide.isChecklist ? Checklist : PlainSteps;
  return (
    <>
      <PageHeading title={selectText(guide.title)} />
      <p className="lead">{selectText(guide.summary)}</p>
      {isSettled(services) ? (
        <>
          <List guide={guide} services={services.data?.items ?? []} />
          <PageRating page={`guides/${guide.id}`} />
        </>
      ) : (
        <Skeleton lines={30} />
      )}
    </>
  );
}

interface StepsProps {
  guide: Guide;
  /** All services of the portal. */
  services: readonly PublicService[];
}

function PlainSteps({ guide, services }: StepsProps) {
  const selectText = useTextSelector();
  return (
    <ul className="usa-list stack">
      {guide.steps.map((step) => (
        <li key={step.text.en}>
          {selectText(step.text)} <StepDetails step={step} services={services} />
        </li>
      ))}
    </ul>
  );
}

/** Steps with checkboxes. A step with a changed text loses its check, because it may require something else. */
function Checklist({ guide: { id, steps }, services }: StepsProps) {
  const { t } = useLingui();
  const selectText = useTextSelector();
  const box = useId();
  const [ticks, setTicks] = useState(() => readTicks(id));
  const count = steps.length;
  const done = steps.filter(({ text }) => ticks.includes(text.en)).length;

  function keep(changed: string[]) {
    setTicks(changed);
    writeTicks(id, changed);
  }

  return (
    <>
      <div className="row row--between">
        <p className="text-bold margin-0" role="status">
          <Trans>
            {done} of {count} steps done
          </Trans>
        </p>
        <Button kind="outline" onClick={() => keep([])}>
          {t`Clear the ticks`}
        </Button>
      </div>
      <p className="quiet small no-print">
        <Trans>Ticks stay in this browser until you clear them or sign out.</Trans>
      </p>
      <ol className="line-list">
        {steps.map((step, index) => (
          <li key={step.text.en}>
            <div className="usa-checkbox">
              <input
                id={`${box}-${index}`}
                type="checkbox"
                className="usa-checkbox__input"
                checked={ticks.includes(step.text.en)}
                onChange={({ target }) => {
                  const others = ticks.filter((tick) => tick !== step.text.en);
                  keep(target.checked ? [...others, step.text.en] : others);
                }}
              />
              <label className="usa-checkbox__label" htmlFor={`${box}-${index}`}>
                {selectText(step.text)}
              </label>
            </div>
            <div className="step__details">
              <StepDetails step={step} services={services} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
