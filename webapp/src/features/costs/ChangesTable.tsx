/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- a cell is taken for one of a grid */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatCents, formatDifference } from '@/lib/i18n/amounts';
import type { Change, Comparison } from './api';
import { comparedTotals } from './comparison';
import { cadenceLabels, causeLabels, changeLabels, totalLabels } from './labels';
import { LineSource } from './LineSource';
import { getRange, getTotal, type Range } from './totals';

const kindClasses: Readonly<Record<Change['kind'], string>> = {
  added: 'tag--open',
  removed: 'tag--ended',
  changed: 'tag--good',
};

/** Lists the lines that differ between two estimates: before, after, and why. */
export function ChangesTable({ changes }: { changes: readonly Change[] }) {
  const { t } = useLingui();
  return (
    <ComparisonTable
      caption={<Trans>What changed, line by line</Trans>}
      headings={[t`Cost`, t`Before`, t`Now`, t`Difference`, t`Reason`]}
    >
      {changes.map((change) => (
        <ChangeRow key={change.code} change={change} />
      ))}
    </ComparisonTable>
  );
}

/** Shows the totals of both estimates and their difference. */
export function TotalsTable({ comparison }: { comparison: Comparison }) {
  const { t } = useLingui();
  return (
    <ComparisonTable
      caption={<Trans>The totals, before and after</Trans>}
      headings={[t`Total`, t`Before`, t`Now`, t`Difference`]}
    >
      {comparedTotals.map((name) => {
        const [earlier, later] = [getTotal(comparison.before, name), getTotal(comparison.after, name)];
        return (
          <tr key={name} role="row" className="card change-row">
            <th role="rowheader" scope="row" className="change-row__what">
              {t(totalLabels[name])}
            </th>
            <Amounts earlier={earlier} later={later} />
          </tr>
        );
      })}
    </ComparisonTable>
  );
}

interface ComparisonTableProps {
  caption: ReactNode;
  headings: readonly string[];
  children: ReactNode;
}

/** A table whose roles are explicit, because rows become cards on narrow screens and screen readers would otherwise announce no table. */
function ComparisonTable({ caption, headings, children }: ComparisonTableProps) {
  return (
    <table className="data-table change-table" role="table">
      <caption>{caption}</caption>
      <thead>
        <tr role="row">
          {headings.map((heading) => (
            <th key={heading} role="columnheader" scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { t } = useLingui();
  const { cause, kind } = change;
  const line = change.after ?? change.before;
  if (!line) return null;
  return (
    <tr role="row" className="card change-row">
      <th role="rowheader" scope="row" className="change-row__what">
        {line.label} <span className={`tag ${kindClasses[kind]}`}>{t(changeLabels[kind])}</span>
        <span className="block quiet small text-normal">{t(cadenceLabels[line.cadence])}</span>
      </th>
      <Amounts
        earlier={change.before && getRange(change.before)}
        later={change.after && getRange(change.after)}
        hasEarlier={change.before !== null}
        hasLater={change.after !== null}
      />
      <td role="cell" className="cost-row__source">
        <span className="cost-row__law">{t(causeLabels[cause])}</span>
        <LineSource line={line} />
      </td>
    </tr>
  );
}

interface AmountsProps {
  earlier: Range | null;
  later: Range | null;
  /** False when the earlier estimate lacks the line, as opposed to having it without a figure. */
  hasEarlier?: boolean;
  hasLater?: boolean;
}

/** The cells with the earlier amount, the later amount and the difference of the typical figures. */
function Amounts({ earlier, later, hasEarlier = true, hasLater = true }: AmountsProps) {
  const { t, i18n } = useLingui();
  const difference = (later?.typical ?? 0) - (earlier?.typical ?? 0);
  return (
    <>
      <AmountCell label={t`Before`} range={earlier} isThere={hasEarlier} />
      <AmountCell label={t`Now`} range={later} isThere={hasLater} />
      <td role="cell" className="change-row__amount amount">
        <span className="change-row__label" aria-hidden="true">
          {t`Difference`}
        </span>
        <span>{difference === 0 ? <Trans>None</Trans> : formatDifference(difference, i18n.locale)}</span>
      </td>
    </>
  );
}

function AmountCell({ label, range, isThere }: { label: string; range: Range | null; isThere: boolean }) {
  const { i18n } = useLingui();
  const words = (cents: number) => formatCents(cents, i18n.locale);
  const [low, high] = range ? [words(range.low), words(range.high)] : ['', ''];
  return (
    <td role="cell" className="change-row__amount">
      <span className="change-row__label" aria-hidden="true">
        {label}
      </span>
      <span>
        {range ? words(range.typical) : isThere ? <Trans>No amount yet</Trans> : <Trans>Not included</Trans>}
        {range && range.low !== range.high && (
          <span className="block quiet small text-normal">
            <Trans>
              from {low} to {high}
            </Trans>
          </span>
        )}
      </span>
    </td>
  );
}
