import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { generatePath, Link, useParams } from 'react-router';
import { isSettled } from '@/lib/api/useRead';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { FeeList } from '@/components/fees/FeeList';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { useServices, type PublicService } from './api';
import { GuideLinks } from './GuideLinks';
import { guides, type Guide, type Step } from './guides';
import { PageRating } from './PageRating';

/** Shows a guide, or the checklist of a life event, for everybody. */
export function GuidePage() {
  const { t } = useLingui();
  const { id } = useParams();
  const guide = guides.find((each) => each.id === id);
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
            <GuideLinks guides={guides} />
          </Alert>
        </>
      )}
    </div>
  );
}

function Steps({ guide }: { guide: Guide }) {
  const { i18n } = useLingui();
  const services = useServices();
  const wordsOf = (words: Guide['title']) => words[i18n.locale] ?? words.en;
  usePageDescription(wordsOf(guide.summary));
  const List = guide.isChecklist ? 'ol' : 'ul';
  return (
    <>
      <PageHeading title={wordsOf(guide.title)} />
      <p className="lead">{wordsOf(guide.summary)}</p>
      {isSettled(services) ? (
        <>
          <List className="usa-list stack">
            {guide.steps.map((step) => (
              <li key={step.text.en}>
                {wordsOf(step.text)} <Target step={step} services={services.data?.items ?? []} />
              </li>
            ))}
          </List>
          <PageRating page={`guides/${guide.id}`} />
        </>
      ) : (
        <Skeleton lines={30} />
      )}
    </>
  );
}

/** The place to which a step leads; nothing for a service that is not in the portal. */
function Target({ step, services }: { step: Step; services: readonly PublicService[] }): ReactNode {
  const { t, i18n } = useLingui();
  const { form: formId, label, page, service: serviceId, url } = step;
  const service = services.find(
    ({ id, forms }) => id === serviceId || forms.some((form) => form.id === formId),
  );
  const form = service?.forms.find(({ id }) => id === formId);
  if (form && service) {
    return (
      <>
        <Link to={`${paths.newApplication}?form=${form.id}`} className="usa-link block">
          {form.name}
        </Link>
        <details>
          <summary>
            <Trans>Agency fees</Trans>
          </summary>
          <FeeList fees={form.fees} agency={service.agency.name} />
        </details>
      </>
    );
  }
  if (service) {
    return (
      <Link to={generatePath(paths.service, { id: service.id })} className="usa-link block">
        {service.name}
      </Link>
    );
  }
  if (page && label) {
    return (
      <Link to={page} className="usa-link block">
        {label[i18n.locale] ?? label.en}
      </Link>
    );
  }
  if (!url) return null;
  return (
    <a href={url} className="usa-link block" target="_blank" rel="noopener noreferrer">
      {new URL(url).host} <Icon name="launch" />
      <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
    </a>
  );
}
