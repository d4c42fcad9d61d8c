import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useArrival } from '@/lib/arrival';
import { formatDay } from '@/lib/i18n/dates';
import { AmountRange } from './AmountRange';
import { CostChart } from './CostChart';
import { CostLines } from './CostLines';
import type { Estimate, EstimateQuery, Figures } from './api';
import { EstimateComparison } from './EstimateComparison';
import { OpeningCosts } from './OpeningCosts';
import { OwnFigures } from './OwnFigures';
import { ResultTools } from './ResultTools';
import { getTotal, type Range } from './totals';
import { TradeLicenses } from './TradeLicenses';

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

/** Shows the estimate: first the cost to open, then the year, the lines with sources, and what is left open. */
export function CostResult({ estimate, query, figures, estimateWith }: CostResultProps) {
  const { i18n } = useLingui();
  const heading = useFocusOnAnswer();
  const { asOf, lines, totals, assumptions, trades, unknowns } = estimate;
  const day = formatDay(asOf, i18n.locale);
  const months = Number(query.monthsOfCash ?? 3);

  return (
    <section className="cost-result" aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        <Trans>Your estimate</Trans>
      </h2>
      <p>
        <Trans>Uses the fees for {day}.</Trans>
      </p>
      <OpeningCosts estimate={estimate} />
      <ul className="usa-list--unstyled fact-grid cost-totals">
        <Total
          name={
            months === 0 ? (
              <Trans>Cash you need, with a reserve</Trans>
            ) : (
              <Plural
                value={months}
                one="Cash you need for # month, with a reserve"
                other="Cash you need for # months, with a reserve"
              />
            )
          }
          range={getTotal(totals, 'cashNeeded')}
        />
        <Total name={<Trans>The first year</Trans>} range={getTotal(totals, 'firstYear')} />
        {query.funding && (
          <Total name={<Trans>Money you still need</Trans>} range={getTotal(totals, 'stillNeeded')} />
        )}
      </ul>
      {lines.some(({ typical }) => typical === null) && (
        <p>
          <Trans>The totals leave out lines without an amount. Add your own amounts below.</Trans>
        </p>
      )}
      <CostChart lines={lines} />
      <CostLines estimate={estimate} />
      <TradeLicenses trades={trades} />
      <OwnFigures lines={lines} figures={figures} estimateWith={estimateWith} />
      <EstimateComparison query={query} asOf={asOf} />
      <Remarks title={<Trans>What we assumed</Trans>} remarks={assumptions} />
      <Remarks title={<Trans>What we do not know</Trans>} remarks={unknowns} />
      <ResultTools query={query} />
    </section>
  );
}

function Total({ name, range }: { name: ReactNode; range: Range }) {
  return (
    <li className="card cost-total">
      <span className="cost-total__name quiet">{name}</span>
      <strong className="cost-total__amount heading-lg margin-0">
        <AmountRange range={range} />
      </strong>
    </li>
  );
}

function Remarks({ title, remarks }: { title: ReactNode; remarks: Estimate['assumptions'] }) {
  if (remarks.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className="usa-list">
        {remarks.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </details>
  );
}
