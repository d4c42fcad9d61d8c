import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatDay, formatMonth } from '@/lib/i18n/dates';
import { getDateFormat } from '@/lib/i18n/formats';
import { Awaited } from '@/components/FailedRead';
import { useSummary } from './api';
import { isFiltered, buildQuery, type Filters } from './filters';

const chartHeight = 100;
const chartStep = 10;
const barWidth = 7;

/** Keeps a few dollars visible beside thousands. */
const minBarHeight = 2;

/** Shows the sums of the last 12 months and of this year, with a bar for each month. */
export function Spending({ filters }: { filters: Filters }) {
  const { i18n } = useLingui();
  const titleId = useId();
  const { data, error, mutate } = useSummary(buildQuery({ ...filters, status: '' }));
  if (!data) return <Awaited lines={5} error={error} onRetry={() => void mutate()} />;

  const months = data.months.map(({ month, paid }) => ({
    month,
    name: formatMonth(month, i18n.locale),
    initial: getDateFormat(i18n.locale, { month: 'narrow', timeZone: 'UTC' }).format(new Date(month)),
    cents: Math.round(Number(paid.amount) * 100),
  }));
  const formatDollars = (cents: number) =>
    formatAmount({ amount: String(cents / 100), currency: 'USD' }, i18n.locale);
  const formatSum = (some: typeof months) => formatDollars(some.reduce((sum, { cents }) => sum + cents, 0));

  const year = data.months.at(-1)?.month.slice(0, 4) ?? '';
  const ofYear = formatSum(months.filter(({ month }) => month.startsWith(year)));
  const top = Math.max(...months.map(({ cents }) => cents));
  const highest = months.find(({ cents }) => cents === top && top > 0);
  const highestMonth = highest?.name;
  const highestSum = formatDollars(top);
  const firstDay = data.completeFrom && formatDay(data.completeFrom, i18n.locale);

  return (
    <section aria-labelledby={titleId} className="spending__content">
      <div>
        <h2 id={titleId} className="heading-sm margin-0">
          <Trans>Paid in the last 12 months</Trans>
        </h2>
        <p className="amount transaction-amount margin-0">{formatSum(months)}</p>
        <p className="margin-0">
          <Trans>
            In {year}: <span className="amount">{ofYear}</span>
          </Trans>
        </p>
        <p className="quiet small spending__scope">
          {firstDay && (
            <>
              <Trans>Your history is too long to add up. These sums start on {firstDay}.</Trans>{' '}
            </>
          )}
          {isFiltered(filters) && (
            <>
              <Trans>Only what matches your filters.</Trans>{' '}
            </>
          )}
          <Trans>Completed transactions only, without convenience fees.</Trans>
        </p>
      </div>
      <div className="spending__chart" aria-hidden="true">
        <p className="quiet small margin-0">
          {highest && (
            <Trans>
              Highest: {highestSum} in {highestMonth}
            </Trans>
          )}
        </p>
        <svg
          viewBox={`0 0 ${months.length * chartStep} ${chartHeight}`}
          preserveAspectRatio="none"
          focusable="false"
        >
          {months.map(({ month, name, cents }, place) => {
            const height = cents > 0 ? Math.max((cents / top) * chartHeight, minBarHeight) : 0;
            return (
              <rect
                key={month}
                x={place * chartStep + (chartStep - barWidth) / 2}
                y={chartHeight - height}
                width={barWidth}
                height={height}
              >
                <title>{`${name}: ${formatDollars(cents)}`}</title>
              </rect>
            );
          })}
        </svg>
        <div className="spending__months quiet small">
          {months.map(({ month, initial }) => (
            <span key={month}>{initial}</span>
          ))}
        </div>
      </div>
      <details className="spending__table">
        <summary>
          <Trans>Amounts by month</Trans>
        </summary>
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Month</Trans>
              </th>
              <th scope="col" className="amount">
                <Trans>Amount</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, name, cents }) => (
              <tr key={month}>
                <th scope="row" className="text-normal">
                  {name}
                </th>
                <td className="amount">{formatDollars(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
