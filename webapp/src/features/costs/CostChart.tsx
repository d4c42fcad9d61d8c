import { Trans, useLingui } from '@lingui/react/macro';
import { formatCents } from '@/lib/i18n/amounts';
import { kindLabels } from './labels';
import type { Line } from './api';
import { sumFirstYear } from './totals';

/** Shows the costs of the first year by kind, greatest first, as a list with bars. */
export function CostChart({ lines }: { lines: readonly Line[] }) {
  const { t, i18n } = useLingui();
  const costs = sumFirstYear(lines);
  const greatest = costs[0]?.cents;
  if (greatest === undefined) return null;

  return (
    <figure className="cost-chart">
      <figcaption>
        <h2>
          <Trans>Where the money goes in the first year</Trans>
        </h2>
        <p>
          <Trans>Typical amounts. Lines without an amount are not included.</Trans>
        </p>
      </figcaption>
      <ul className="usa-list--unstyled stack">
        {costs.map(({ kind, cents }) => (
          <li key={kind} className="row row--between">
            <span>{t(kindLabels[kind])}</span>{' '}
            <span className="amount">{formatCents(cents, i18n.locale)}</span>
            <svg className="cost-chart__bar" aria-hidden="true" focusable="false">
              {/* The smallest share is still to be seen. */}
              <rect width={`${Math.max(0.5, (cents / greatest) * 100)}%`} height="100%" rx="3" />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}
