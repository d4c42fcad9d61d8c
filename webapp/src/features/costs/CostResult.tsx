import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { useLocation } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { dayInWords } from '@/lib/i18n/dates';
import { centsInWords } from '@/lib/i18n/amounts';
import { ApiError, CancelledError } from '@/lib/api/errors';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { useFailureWords } from '@/components/forms/useFailureWords';
import type { FieldError } from '@/lib/forms/useForm';
import { CostChart } from './CostChart';
import { CostTable, figureId } from './CostTable';
import { parseCents, formatDollars } from './money';
import type { Estimate, Figures, Line, EstimateQuery } from './estimate';
import { ResultTools } from './ResultTools';
import { getTotal, type Range } from './totals';
import { EstimateComparison } from './EstimateComparison';

const headingId = 'estimate';

/** Moves the focus to the estimate after the form was submitted. */
function useFocusOnAnswer(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const { isAsked } = useArrival();
  useEffect(() => {
    if (!isAsked) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isAsked, key]);
  return heading;
}

interface CostResultProps {
  estimate: Estimate;
  query: EstimateQuery;
  /** The person's own figures in the estimate. */
  figures: Figures;
  estimateWith: (figures: Figures) => Promise<void>;
}

/** Returns true for a government fee that is the same for everybody with these answers. */
function isExactFee({ isGovernmentFee, isExact, isOwnFigure }: Line): boolean {
  return isGovernmentFee && isExact && !isOwnFigure;
}

/** Shows the estimate: totals, chart, and lines with sources. */
export function CostResult({ estimate, query, figures, estimateWith }: CostResultProps) {
  const { i18n } = useLingui();
  const heading = useFocusOnAnswer();
  const { asOf, lines, totals, assumptions, unknowns } = estimate;
  const fees = lines.filter(isExactFee);
  const estimates = lines.filter((line) => !isExactFee(line) && line.typical !== null);
  const open = lines.filter((line) => !isExactFee(line) && line.typical === null);
  const day = dayInWords(asOf, i18n.locale);
  const months = Number(query.monthsOfCash ?? 3);
  const feesToOpen = lines.filter(
    ({ fallsDue, isGovernmentFee }) => isGovernmentFee && fallsDue === 'opening',
  );
  const [lowFees, highFees] = (['low', 'high'] as const).map((bound) =>
    centsInWords(
      feesToOpen.reduce((sum, line) => sum + (line[bound] ?? 0), 0),
      i18n.locale,
    ),
  );

  return (
    <section className="cost-result" aria-labelledby={headingId}>
      <div className="cost-result__top">
        <h2 ref={heading} id={headingId} className="cost-result__heading" tabIndex={-1}>
          <Trans>Your estimate</Trans>
        </h2>
        <ResultTools query={query} />
      </div>
      <p>
        <Trans>With the fees known for {day}.</Trans>{' '}
        {lowFees === highFees ? (
          <Trans>
            Government fees to open: <strong>{lowFees}</strong>. They are also in the totals.
          </Trans>
        ) : (
          <Trans>
            Government fees to open: <strong>{lowFees}</strong> to <strong>{highFees}</strong>. They are also
            in the totals.
          </Trans>
        )}
      </p>
      <ul className="cost-totals">
        <Total name={<Trans>To open</Trans>} range={getTotal(totals, 'oneTime')} />
        <Total name={<Trans>Each month</Trans>} range={getTotal(totals, 'monthly')} />
        <Total name={<Trans>The first year</Trans>} range={getTotal(totals, 'firstYear')} />
        <Total
          name={
            months === 0 ? (
              <Trans>Cash to have, with a reserve</Trans>
            ) : (
              <Trans>Cash to have for {months} months, with a reserve</Trans>
            )
          }
          range={getTotal(totals, 'cashNeeded')}
        />
        {query.funding && (
          <Total name={<Trans>Still to be found</Trans>} range={getTotal(totals, 'stillNeeded')} />
        )}
      </ul>
      {open.length > 0 && (
        <p>
          <Trans>
            The totals leave out every line that has no figure yet. Enter your own below and update them.
          </Trans>
        </p>
      )}
      <EstimateComparison query={query} asOf={asOf} />
      <CostChart lines={lines} />
      {fees.length > 0 && (
        <>
          <h2>
            <Trans>Exact government fees</Trans>
          </h2>
          <p>
            <Trans>Each links to the page of a government, or to the law, that says the amount.</Trans>
          </p>
          <CostTable lines={fees} caption={<Trans>Exact government fees</Trans>} />
        </>
      )}
      <OwnFigures
        lines={lines}
        estimates={estimates}
        open={open}
        figures={figures}
        estimateWith={estimateWith}
      />
      <Remarks title={<Trans>What this estimate takes for granted</Trans>} remarks={assumptions} />
      <Remarks title={<Trans>What we do not know</Trans>} remarks={unknowns} />
    </section>
  );
}

function Total({ name, range }: { name: ReactNode; range: Range }) {
  const { i18n } = useLingui();
  const [low, typical, high] = [range.low, range.typical, range.high].map((cents) =>
    centsInWords(cents, i18n.locale),
  );
  return (
    <li className="card cost-total">
      <span className="cost-total__name">{name}</span>
      <strong className="cost-total__amount">{typical}</strong>
      {range.low !== range.high && (
        <span className="cost-total__range">
          <Trans>
            from {low} to {high}
          </Trans>
        </span>
      )}
    </li>
  );
}

function Remarks({ title, remarks }: { title: ReactNode; remarks: Estimate['assumptions'] }) {
  if (remarks.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul className="usa-list">
        {remarks.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </>
  );
}

interface OwnFiguresProps {
  lines: readonly Line[];
  estimates: readonly Line[];
  open: readonly Line[];
  figures: Figures;
  estimateWith: (figures: Figures) => Promise<void>;
}

/** Lists the lines without an exact fee, with inputs for the person's own figures. */
function OwnFigures({ lines, estimates, open, figures, estimateWith }: OwnFiguresProps) {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(figures).map(([code, cents]) => [code, formatDollars(cents)])),
  );
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);

  function refuse(found: FieldError[]) {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  async function update(): Promise<void> {
    const own: Figures = {};
    const problems: FieldError[] = [];
    for (const { code, label } of lines.filter(({ isEditable }) => isEditable)) {
      const text = typed[code]?.trim() ?? '';
      const cents = parseCents(text);
      if (text && cents === null)
        problems.push({
          field: figureId(code),
          message: t`Enter a figure in dollars, such as 1500: ${label}`,
        });
      if (cents !== null) own[code] = cents;
    }
    setErrors([]);
    if (problems.length > 0) {
      refuse(problems);
      return;
    }
    setBusy(true);
    try {
      await estimateWith(own);
    } catch (error) {
      if (error instanceof CancelledError) return;
      const found = error instanceof ApiError ? error.validationErrors : [];
      refuse(
        found.length > 0
          ? found.flatMap(({ validationErrors }) =>
              validationErrors.map((message) => ({ field: null, message })),
            )
          : [{ field: null, message: describeFailure(error) }],
      );
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!isBusy) void update();
  }

  const figuresOf = {
    typed,
    invalid: errors.map(({ field }) => field),
    onType: (code: string, text: string) => setTyped((current) => ({ ...current, [code]: text })),
  };
  return (
    <form className="own-figures" noValidate onSubmit={onSubmit} aria-label={t`Your own figures`}>
      <ErrorSummary errors={errors} refusals={refusals} />
      <h2>
        <Trans>Estimates</Trans>
      </h2>
      <p>
        <Trans>
          Ranges, with what is typical, and whom to ask about a fee. If you know better, enter your own
          figure; it counts instead.
        </Trans>
      </p>
      {estimates.length > 0 && (
        <CostTable lines={estimates} caption={<Trans>Estimates</Trans>} figures={figuresOf} />
      )}
      {open.length > 0 && (
        <>
          <h2>
            <Trans>What only you can tell</Trans>
          </h2>
          <p>
            <Trans>We make no figure up for these. Leave empty what you will not have.</Trans>
          </p>
          <CostTable lines={open} caption={<Trans>What only you can tell</Trans>} figures={figuresOf} />
        </>
      )}
      <button type="submit" className="usa-button" aria-disabled={isBusy}>
        {isBusy ? t`Please wait…` : t`Update the totals`}
      </button>
    </form>
  );
}
