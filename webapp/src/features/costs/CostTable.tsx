/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- a cell is taken for one of a grid */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { centsInWords } from '@/lib/i18n/amounts';
import { cadenceLabels } from './labels';
import { LineSource } from './LineSource';
import type { Line } from './estimate';

/** The figures typed for the lines, and the ids of the invalid inputs. */
interface FigureInputs {
  typed: Readonly<Record<string, string>>;
  invalid: readonly (string | null)[];
  onType: (code: string, text: string) => void;
}

interface CostTableProps {
  caption: ReactNode;
  lines: readonly Line[];
  figures?: FigureInputs;
}

/** Returns the id of the input for the person's own figure. */
export function figureId(code: string): string {
  return `figure-${code}`;
}

/**
 * Lists lines of an estimate with their sources. The roles are explicit: on narrow screens the rows are laid out as
 * cards, and screen readers would otherwise no longer announce a table.
 */
export function CostTable({ caption, lines, figures }: CostTableProps) {
  const { t } = useLingui();
  return (
    <table className="cost-table" role="table">
      <caption className="usa-sr-only">{caption}</caption>
      <thead>
        <tr role="row">
          <th role="columnheader" scope="col">
            <Trans>What</Trans>
          </th>
          <th role="columnheader" scope="col">
            <Trans>Amount</Trans>
          </th>
          <th role="columnheader" scope="col">
            <Trans>Paid</Trans>
          </th>
          {figures && (
            <th role="columnheader" scope="col">
              {t`Your figure, in dollars`}
            </th>
          )}
          <th role="columnheader" scope="col">
            <Trans>Where it comes from</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <CostRow key={line.code} line={line} figures={figures} />
        ))}
      </tbody>
    </table>
  );
}

function CostRow({ line, figures }: { line: Line; figures: FigureInputs | undefined }) {
  const { t } = useLingui();
  const id = figureId(line.code);
  const { label } = line;
  return (
    <tr role="row" className="cost-row">
      <th role="rowheader" scope="row" className="cost-row__what">
        {label}
        {line.agency && <span className="cost-row__about">{line.agency}</span>}
        {line.isOptional && (
          <span className="cost-row__about">
            <Trans>You can open without it.</Trans>
          </span>
        )}
        {line.note && <span className="cost-row__about">{line.note}</span>}
      </th>
      <td role="cell" className="cost-row__amount">
        <Amount line={line} />
      </td>
      <td role="cell" className="cost-row__paid">
        {t(cadenceLabels[line.cadence])}
        {line.fallsDue === 'opening' && line.cadence !== 'once' && (
          <span className="cost-row__about">
            <Trans>for the first time before you open</Trans>
          </span>
        )}
      </td>
      {figures && (
        <td role="cell" className="cost-row__figure">
          {line.isEditable && (
            <>
              <label htmlFor={id} className="cost-row__label">
                {t`Your figure, in dollars`}
                <span className="usa-sr-only">: {label}</span>
              </label>
              <input
                id={id}
                className={`usa-input ${figures.invalid.includes(id) ? 'usa-input--error' : ''}`}
                inputMode="decimal"
                autoComplete="off"
                aria-invalid={figures.invalid.includes(id)}
                value={figures.typed[line.code] ?? ''}
                onChange={(event) => figures.onType(line.code, event.target.value)}
              />
            </>
          )}
        </td>
      )}
      <td role="cell" className="cost-row__source">
        <LineSource line={line} />
      </td>
    </tr>
  );
}

function Amount({ line }: { line: Line }) {
  const { i18n } = useLingui();
  if (line.low === null || line.typical === null || line.high === null) return <Trans>No figure yet</Trans>;
  if (line.isGovernmentFee && !line.isExact && line.high === 0) return <Trans>No fee known</Trans>;
  const low = centsInWords(line.low, i18n.locale);
  const high = centsInWords(line.high, i18n.locale);
  return (
    <>
      {centsInWords(line.typical, i18n.locale)}
      {line.isOwnFigure && (
        <span className="cost-row__about">
          <Trans>your figure</Trans>
        </span>
      )}
      {line.low !== line.high && (
        <span className="cost-row__about">
          <Trans>
            from {low} to {high}
          </Trans>
        </span>
      )}
    </>
  );
}
