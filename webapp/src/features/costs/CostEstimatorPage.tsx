import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './costs.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '@/lib/api/errors';
import { getDay } from '@/lib/i18n/moments';
import { createLazyComponent } from '@/lib/lazyComponent';
import { paths } from '@/lib/paths';
import { Alert } from '@/components/Alert';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { usePageDescription } from '@/components/planning/usePageDescription';
import {
  createEstimate,
  useEstimate,
  useStoreEstimate,
  type EstimateQuery,
  type EstimateRequest,
} from './api';
import { CostForm } from './CostForm';
import { parseAnswers, parseFigures, createEstimateRequest, parseQuery } from './estimate';
import { getInitialAnswers } from './initialAnswers';
import { questionLabels } from './labels';

const CostResult = createLazyComponent(async () => (await import('./CostResult')).CostResult);

/** Estimates the cost of starting a business. The address holds the answers, so a link opens the same estimate. */
export default function CostEstimatorPage() {
  const { t } = useLingui();
  usePageDescription(
    t`Estimate what it costs to start a business in Arizona: government fees with a link or an office to ask, and estimates you can change.`,
  );
  const [search] = useSearchParams();
  const { key } = useLocation();
  const query = isStart(search) ? null : parseQuery(search);
  // The key resets the comparison when the estimate changes.
  const address = query && new URLSearchParams(query).toString();
  const estimate = useOpenEstimate(address);

  return (
    <div className="page costs">
      <PageHeading title={t`Estimate your startup costs`} />
      <p className="lead">
        <Trans>
          Answer a few questions to see the government fees, each with a link or an office to ask, and other
          costs to expect. You don’t need an account, and we ask nothing about you.
        </Trans>
      </p>
      {query ? (
        <EstimateOfAddress key={address} query={query} estimate={estimate} />
      ) : (
        <CostForm
          key={key}
          initial={getInitialAnswers(search)}
          figures={{}}
          isChange={false}
          estimate={estimate}
        />
      )}
    </div>
  );
}

/** Returns true when the address has only an entity type, as in links from the name check. */
function isStart(search: URLSearchParams): boolean {
  return search.size === 1 && search.has('entityType');
}

/** Returns a function that requests an estimate and opens its address. `earlier` is the address of the one before. */
function useOpenEstimate(earlier: string | null): (plan: EstimateRequest) => Promise<void> {
  const storeEstimate = useStoreEstimate();
  const navigate = useNavigate();
  return async (plan) => {
    const estimate = await createEstimate(plan);
    const [, search = ''] = estimate.link.split('?');
    const query = parseQuery(new URLSearchParams(search)) ?? {};
    await storeEstimate(query, estimate);
    await navigate(estimate.link, { state: { isAsked: true, earlier } });
  };
}

const getToday = () => getDay(new Date());

/** The parts of a link whose refusal the portal puts in words of its own. */
const inPortalWords: readonly string[] = ['check', 'date'];

/** Says which answer of a link cannot be used, by the words of its question. */
function LinkProblem({ name, words }: { name: string; words: string }) {
  const { t } = useLingui();
  const [field = ''] = name.split('.');
  const question = questionLabels[field];
  if (inPortalWords.includes(name)) return <span>{words}</span>;
  if (!question) return <Trans>Part of this link is not valid here.</Trans>;
  const label = t(question);
  return <Trans>The link has no valid answer to “{label}”.</Trans>;
}

interface EstimateOfAddressProps {
  query: EstimateQuery;
  estimate: (plan: EstimateRequest) => Promise<void>;
}

/** Shows the estimate for the address, or the errors in the address. */
function EstimateOfAddress({ query, estimate }: EstimateOfAddressProps) {
  const { t } = useLingui();
  const { data, error, mutate } = useEstimate(query);

  if (error instanceof ApiError && error.validationErrors.length > 0)
    return (
      <Alert kind="error" heading={t`This link doesn’t open an estimate`} isLive>
        <ul className="usa-list">
          {error.validationErrors.map(({ propertyName, validationErrors }) => (
            <li key={propertyName}>
              <LinkProblem name={propertyName} words={validationErrors.join(' ')} />
            </li>
          ))}
        </ul>
        <Link to={paths.costEstimator} className="usa-button">
          <Trans>Start a new estimate</Trans>
        </Link>
      </Alert>
    );
  if (!data || error !== undefined) return <Awaited lines={12} error={error} onRetry={mutate} />;

  const answers = parseAnswers(query, getToday());
  const figures = parseFigures(query);
  return (
    <>
      <details className="card cost-answers">
        <summary>
          <Trans>Change your answers</Trans>
        </summary>
        <CostForm initial={answers} figures={figures} isChange estimate={estimate} />
      </details>
      <Suspense fallback={<Skeleton lines={12} />}>
        <CostResult
          estimate={data}
          query={query}
          figures={figures}
          estimateWith={(own) =>
            estimate({
              ...createEstimateRequest(answers, own, query.contractorClass !== undefined),
              // An estimate with the person's own figures keeps its day.
              date: data.asOf,
            })
          }
        />
      </Suspense>
    </>
  );
}
