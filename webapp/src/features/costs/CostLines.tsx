import { Trans, useLingui } from '@lingui/react/macro';
import { formatCents } from '@/lib/i18n/amounts';
import { AmountRange } from './AmountRange';
import { cadenceLabels, totalLabels } from './labels';
import { LineSource } from './LineSource';
import type { Estimate, Line } from './api';
import { dueTotals, getRange, getTotal } from './totals';

/** Lists the lines by when they fall due; all but the first group are folded. */
export function CostLines({ estimate }: { estimate: Estimate }) {
  const { t } = useLingui();
  const { lines, totals } = estimate;
  // A line without a figure is in the form of own figures, unless it depends on another answer.
  const shown = lines.filter((line) => line.typical !== null || line.isGovernmentFee);
  const groups = dueTotals
    .map(([due, total]) => ({ due, total, items: shown.filter(({ fallsDue }) => fallsDue === due) }))
    .filter(({ items }) => items.length > 0);
  return (
    <section>
      <h2>
        <Trans>When each cost is due</Trans>
      </h2>
      {groups.map(({ due, total, items }, index) => (
        <details key={due} className="card cost-due" open={index === 0}>
          <summary>
            <span>{t(totalLabels[total])}</span>
            <span className="cost-row__amount">
              <AmountRange range={getTotal(totals, total)} />
            </span>
          </summary>
          <ul className="usa-list--unstyled divided">
            {items.map((line) => (
              <CostLine key={line.code} line={line} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

/** A line: its label and amount, and folded below it note, agency, source, and day. */
function CostLine({ line }: { line: Line }) {
  const { t, i18n } = useLingui();
  const { agency, cadence, fallsDue, high, isOptional, isOwnFigure, label, low, note, typical } = line;
  const isRange = typical !== null && low !== high;
  const middle = typical === null ? '' : formatCents(typical, i18n.locale);
  return (
    <li className="cost-row">
      <details>
        <summary>
          <span>{label}</span>
          <span className="cost-row__amount">
            <LineAmount line={line} />
          </span>
        </summary>
        <div className="cost-row__details">
          {isOwnFigure && (
            <span>
              <Trans>Your own amount</Trans>
            </span>
          )}
          {isRange && (
            <span>
              <Trans>Typical: {middle}</Trans>
            </span>
          )}
          <span>
            {t(cadenceLabels[cadence])}
            {fallsDue === 'opening' && cadence !== 'once' && (
              <>
                {', '}
                <Trans>first due before you open</Trans>
              </>
            )}
          </span>
          {isOptional && (
            <span>
              <Trans>You can open without it.</Trans>
            </span>
          )}
          {note && <span>{note}</span>}
          {agency && <span>{agency}</span>}
          <LineSource line={line} />
        </div>
      </details>
    </li>
  );
}

function LineAmount({ line }: { line: Line }) {
  const range = getRange(line);
  if (line.status === 'unknown') return <Trans>Ask</Trans>;
  if (!range) return <Trans>Depends on wages</Trans>;
  if (line.status === 'free') return <Trans>Free</Trans>;
  return (
    <>
      <AmountRange range={range} />
      {line.status === 'notConfirmed' && (
        <span className="block quiet small text-normal">
          <Trans>not confirmed</Trans>
        </span>
      )}
    </>
  );
}
