import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AmountRange } from './AmountRange';
import type { Estimate } from './api';
import { listOpeningCosts, sumCosts } from './totals';

/** Shows what must be paid to open, apart from amounts that are not confirmed and estimates of the market. */
export function OpeningCosts({ estimate }: { estimate: Estimate }) {
  const { notConfirmed, others, required, unknown } = listOpeningCosts(estimate.lines);
  return (
    <div className="card cost-opening">
      <h3 className="card__title">
        <Trans>To open, you must pay</Trans>
      </h3>
      {required.length === 0 && notConfirmed.length + unknown.length > 0 ? (
        <p>
          <Trans>We can’t confirm any of the amounts.</Trans>
        </p>
      ) : (
        <strong className="cost-total__amount cost-opening__amount">
          <AmountRange range={sumCosts(required)} />
        </strong>
      )}
      <CostList costs={required} />
      {notConfirmed.length > 0 && (
        <Part name={<Trans>Fees that are not confirmed</Trans>}>
          <CostList costs={notConfirmed} />
        </Part>
      )}
      {unknown.length > 0 && (
        <Part name={<Trans>Fees to ask about</Trans>}>
          <ul className="line-list">
            {unknown.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </Part>
      )}
      {others.length > 0 && (
        <Part name={<Trans>Other costs to plan for</Trans>}>
          <CostList costs={others} />
        </Part>
      )}
      <p className="fine-print">{estimate.leavesOut}</p>
    </div>
  );
}

function Part({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <h4 className="cost-opening__part">{name}</h4>
      {children}
    </>
  );
}

function CostList({ costs }: { costs: ReturnType<typeof listOpeningCosts>['required'] }) {
  return (
    <ul className="line-list">
      {costs.map(({ label, range }) => (
        <li key={label} className="row row--nowrap">
          <span>{label}</span>{' '}
          <span className="cost-row__amount">
            <AmountRange range={range} />
          </span>
        </li>
      ))}
    </ul>
  );
}
