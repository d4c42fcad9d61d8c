import '@/styles/parts.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { usePageDescription } from '@/components/planning/usePageDescription';
import { responsibilities, topics, type Resource } from './resources';

/** The placeholder in the fee table for the county of the business, in English. */
const someCounty = 'County';

/** Lists official pages by topic, and each agency with its fees. */
export default function PlanResourcesPage() {
  const { t, i18n } = useLingui();
  usePageDescription(
    t`Official pages for starting a business in Arizona, by topic, and which agency does what.`,
  );
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Where to get help`} />
      <p className="lead">
        <Trans>
          Official pages from our sources, and the agencies that charge the fees in the estimate. The list is
          short. We add a page when a source supports it.
        </Trans>
      </p>
      {topics.map(({ title, resources }) => (
        <section key={resources[0]?.address}>
          <h2>{t(title)}</h2>
          <ul className="line-list">
            {resources.map((resource) => (
              <ResourceLink key={resource.address} {...resource} />
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2>
          <Trans>Which agency does what</Trans>
        </h2>
        <p>
          <Trans>
            These agencies charge the fees in the <Link to={paths.costEstimator}>cost estimator</Link>. If a
            fee has a link, an official page shows its amount. Ask the agency about the others.
          </Trans>
        </p>
        <div className="divided">
          {responsibilities.map(({ agency, fees }) => (
            <details key={agency.en}>
              <summary>
                {agency.en === someCounty ? t`The county` : (agency[i18n.locale] ?? agency.en)}
              </summary>
              <ul className="usa-list">
                {fees.map(({ address, code, label }) => (
                  <li key={code}>
                    {address === null ? (
                      (label[i18n.locale] ?? label.en)
                    ) : (
                      <a href={address} className="usa-link" target="_blank" rel="noopener noreferrer">
                        <span>{label[i18n.locale] ?? label.en}</span>
                        <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      </section>
      <p className="buttons buttons--end">
        <Link to={paths.businessPlan} className="usa-link">
          <Trans>Back to your plan</Trans>
        </Link>
      </p>
    </div>
  );
}

function ResourceLink({ about, address, agency }: Resource) {
  const { t, i18n } = useLingui();
  return (
    <li>
      <a href={address} className="usa-link" target="_blank" rel="noopener noreferrer">
        {t(about)} <Icon name="launch" />
        <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
      </a>
      <span className="block">{agency[i18n.locale] ?? agency.en}</span>
    </li>
  );
}
