import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import useSWR from 'swr';
import { useArrival } from '@/lib/arrival';
import { dayInBrief, dayInWords } from '@/lib/i18n/dates';
import { call } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { Alert } from '@/components/Alert';
import { TextField } from '@/components/forms/TextField';
import { Skeleton } from '@/components/Skeleton';
import { LoadFailure } from '@/components/planning/LoadFailure';
import { ChangesTable, TotalsTable } from './ChangesTable';
import {
  changesPath,
  createAnswerComparison,
  createDayComparison,
  compareParameter,
  compareWithEarlierAnswers,
  hasSameTotals,
  type ComparisonRequest,
  type Comparison,
} from './comparison';
import type { EstimateQuery } from './estimate';

const headingId = 'changes';
const dayId = 'compareDay';

interface EstimateComparisonProps {
  query: EstimateQuery;
  /** The day of the estimate. */
  asOf: string;
}

/**
 * Compares the estimate with another day, or with the one before the answers were changed. The address says which; only
 * this browser knows the earlier answers.
 */
export function EstimateComparison({ query, asOf }: EstimateComparisonProps) {
  const { t, i18n } = useLingui();
  const [search] = useSearchParams();
  const { key } = useLocation();
  const { earlier = null, isCompared: isAsked = false } = useArrival();
  const navigate = useNavigate();
  const chosen = search.get(compareParameter) ?? '';
  const isOfAnswers = chosen === compareWithEarlierAnswers;
  const day = /^\d{4}-\d\d-\d\d$/.test(chosen) ? chosen : null;
  const answersCompared = isOfAnswers && earlier ? createAnswerComparison(query, asOf, earlier) : null;
  const compared = day ? createDayComparison(query, asOf, day) : answersCompared;
  const [typed, setTyped] = useState(day ?? '');
  const [isMissing, setMissing] = useState(false);
  const [isOpen, setOpen] = useState(chosen !== '');
  const { data, error, mutate } = useComparison(compared);
  const heading = useRef<HTMLHeadingElement>(null);

  const refusals = error instanceof ApiError ? error.validationErrors : [];
  const dayRefusals = refusals.filter(({ propertyName }) => propertyName.endsWith('.date'));
  const dayMessages = isMissing
    ? [t`Enter the other day`]
    : dayRefusals.flatMap(({ validationErrors }) => validationErrors);
  const isRefused = dayMessages.length > 0;
  const isAnswered = data !== undefined;

  useEffect(() => {
    if (isRefused) {
      if (isAsked) document.getElementById(dayId)?.focus();
    } else if (isAsked && isAnswered) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: 'start' });
    }
  }, [isAsked, isRefused, isAnswered, key]);

  function compareWith(value: string): void {
    const next = new URLSearchParams(search);
    if (value) next.set(compareParameter, value);
    else next.delete(compareParameter);
    void navigate({ search: next.toString() }, { state: { earlier, ...(value && { isCompared: true }) } });
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setMissing(!typed);
    if (typed) compareWith(typed);
    else document.getElementById(dayId)?.focus();
  }

  const inBrief = (of: string) => dayInBrief(of, i18n.locale);
  const [earlierDay, laterDay] = [compared?.before, compared?.after].map((plan) =>
    dayInWords(plan?.date ?? asOf, i18n.locale),
  );
  const [first, second] = [asOf, day ?? asOf].sort().map(inBrief);
  const headings = isOfAnswers
    ? { before: t`Before`, after: t`Now` }
    : { before: first ?? '', after: second ?? '' };

  return (
    <div className="changes">
      <details
        className="card changes__choice"
        open={isOpen || isRefused}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="cost-more__summary">
          <Trans>See what changed</Trans>
        </summary>
        {earlier && (
          <button
            type="button"
            className="usa-button usa-button--outline changes__earlier"
            onClick={() => compareWith(compareWithEarlierAnswers)}
          >
            <Trans>Compare with what I had before changing my answers</Trans>
          </button>
        )}
        <form
          className="form changes__day"
          noValidate
          onSubmit={onSubmit}
          aria-label={t`Compare with another date`}
        >
          <TextField
            id={dayId}
            label={t`The same answers with the fees of another day`}
            type="date"
            className="cost-form__short"
            messages={dayMessages}
            value={typed}
            onChange={(value) => {
              setTyped(value);
              setMissing(false);
            }}
          />
          <button type="submit" className="usa-button usa-button--outline">
            <Trans>Compare with another date</Trans>
          </button>
        </form>
      </details>
      {compared && !isRefused && (
        <section className="changes__result" aria-labelledby={headingId}>
          <h2 ref={heading} id={headingId} className="changes__heading" tabIndex={-1}>
            <Trans>What changed</Trans>
          </h2>
          <p>
            {isOfAnswers ? (
              <Trans>What you had before changing your answers, against this estimate.</Trans>
            ) : (
              <Trans>
                The same answers with the fees of {earlierDay} and of {laterDay}.
              </Trans>
            )}
          </p>
          {refusals.length > 0 ? (
            <Alert kind="error" heading={t`This cannot be compared`} headingLevel={3} isLive>
              <ul className="usa-list">
                {refusals.map(({ propertyName, validationErrors }) => (
                  <li key={propertyName}>{validationErrors.join(' ')}</li>
                ))}
              </ul>
            </Alert>
          ) : error !== undefined ? (
            <LoadFailure error={error} onRetry={() => void mutate()} />
          ) : data ? (
            <ComparisonResult comparison={data} {...headings} />
          ) : (
            <Skeleton lines={4} />
          )}
          <button
            type="button"
            className="usa-button usa-button--unstyled changes__end"
            onClick={() => compareWith('')}
          >
            <Trans>Close the comparison</Trans>
          </button>
        </section>
      )}
    </div>
  );
}

/** Reads the comparison; sends no request when there is nothing to compare. */
function useComparison(compared: ComparisonRequest | null) {
  const { i18n } = useLingui();
  return useSWR<Comparison, unknown>(
    compared && ([changesPath, i18n.locale, JSON.stringify(compared)] as const),
    ([, , body]: readonly [string, string, string]) =>
      call('post', changesPath, { body: JSON.parse(body) as ComparisonRequest }),
    { revalidateIfStale: false, revalidateOnReconnect: false },
  );
}

interface ComparisonResultProps {
  comparison: Comparison;
  before: string;
  after: string;
}

function ComparisonResult({ comparison, before, after }: ComparisonResultProps) {
  const { changes } = comparison;
  const isSame = hasSameTotals(comparison);
  if (changes.length === 0 && isSame)
    return (
      <p className="changes__none">
        <strong>
          <Trans>Nothing changed: every line and every total is the same.</Trans>
        </strong>
      </p>
    );
  return (
    <>
      {changes.length === 0 ? (
        <p>
          <Trans>No line changed, but the totals did.</Trans>
        </p>
      ) : (
        <ChangesTable changes={changes} before={before} after={after} />
      )}
      {isSame && (
        <p>
          <Trans>The totals are the same.</Trans>
        </p>
      )}
      <TotalsTable comparison={comparison} before={before} after={after} />
    </>
  );
}
