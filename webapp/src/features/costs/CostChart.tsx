import { Trans, useLingui } from '@lingui/react/macro';
import { centsInWords } from '@/lib/i18n/amounts';
import { getGroupLabel } from './labels';
import type { Line } from './estimate';
import { groupCosts } from './totals';

/** Shows the costs of the first year by group, as a bar chart and as a table. */
export function CostChart({ lines }: { lines: readonly Line[] }) {
  const { t, i18n } = useLingui();
  const costs = groupCosts(lines);
  const greatest = costs[0]?.firstYear;
  if (greatest === undefined) return null;
  const words = (cents: number) => centsInWords(cents, i18n.locale);

  return (
    <figure className="cost-chart">
      <figcaption>
        <h2>
          <Trans>Where the money of the first year goes</Trans>
        </h2>
        <p>
          <Trans>Typical figures; what has no figure yet is not in it.</Trans>
        </p>
      </figcaption>
      <ul className="cost-chart__bars">
        {costs.map(({ group, firstYear }) => (
          <li key={group} className="cost-chart__item">
            <span className="cost-chart__name">{t(getGroupLabel(group))}</span>{' '}
            <span className="cost-chart__value">{words(firstYear)}</span>
            <svg className="cost-chart__bar" aria-hidden="true" focusable="false">
              {/* The smallest share is still to be seen. */}
              <rect width={`${Math.max(0.5, (firstYear / greatest) * 100)}%`} height="100%" rx="3" />
            </svg>
          </li>
        ))}
      </ul>
      <details>
        <summary className="cost-more__summary">
          <Trans>The same as a table</Trans>
        </summary>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
        <div className="cost-chart__scroll" role="region" tabIndex={0} aria-label={t`Costs by kind`}>
          <table className="cost-chart__table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Kind of cost</Trans>
                </th>
                <th scope="col">
                  <Trans>To open</Trans>
                </th>
                <th scope="col">
                  <Trans>Each month</Trans>
                </th>
                <th scope="col">
                  <Trans>Later in the year</Trans>
                </th>
                <th scope="col">
                  <Trans>The first year</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {costs.map(({ group, opening, monthly, yearly, firstYear }) => (
                <tr key={group}>
                  <th scope="row">{t(getGroupLabel(group))}</th>
                  <td>{words(opening)}</td>
                  <td>{words(monthly)}</td>
                  <td>{words(yearly)}</td>
                  <td>{words(firstYear)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
