import { Plural, Trans } from '@lingui/react/macro';
import { AmountRange } from './AmountRange';
import type { Estimate } from './api';
import { getTotal, listOpeningCosts } from './totals';

/** Shows what must be paid to open, with the greatest lines that make it up. */
export function OpeningCosts({ estimate }: { estimate: Estimate }) {
  const { greatest, others } = listOpeningCosts(estimate.lines);
  return (
    <div className="card cost-opening">
      <h3 className="card__title">
        <Trans>To open, you must pay</Trans>
      </h3>
      <strong className="cost-total__amount cost-opening__amount">
        <AmountRange range={getTotal(estimate.totals, 'oneTime')} />
      </strong>
      <ul className="line-list">
        {greatest.map(({ label, range }) => (
          <li key={label} className="row row--nowrap">
            <span>{label}</span>{' '}
            <span className="cost-row__amount">
              <AmountRange range={range} />
            </span>
          </li>
        ))}
        {others && (
          <li className="row row--nowrap">
            <span>
              <Plural value={others.count} one="# smaller cost" other="# smaller costs" />
            </span>{' '}
            <span className="cost-row__amount">
              <AmountRange range={others.range} />
            </span>
          </li>
        )}
      </ul>
    </div>
  );
}
