import { Trans } from '@lingui/react/macro';
import { useLingui } from '@lingui/react';
import type { components } from '@/generated/openapi';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatDay } from '@/lib/i18n/dates';

type Fee = components['schemas']['FormFeeReply'];

function Amount({ fee: { amount, status } }: { fee: Fee }) {
  const { i18n } = useLingui();
  if (amount === null) return <Trans>The agency tells you the amount</Trans>;
  if (status === 'free') return <Trans>Free</Trans>;
  return <span>{formatAmount({ amount, currency: 'USD' }, i18n.locale)}</span>;
}

interface FeeListProps {
  fees: readonly Fee[];
  /** The agency to ask if a source is missing; null on a page that says so once for all its fees. */
  agency: string | null;
}

/** The fees of the agency, each with its source. */
export function FeeList({ fees, agency }: FeeListProps) {
  const { i18n } = useLingui();
  if (fees.length === 0)
    return (
      <p>
        <Trans>The agency lists no fee.</Trans>
      </p>
    );
  return (
    <>
      <ul className="usa-list--unstyled stack fees">
        {fees.map((fee) => (
          <li key={fee.label}>
            <span className="row row--between">
              <span className="grow">{fee.label}</span>{' '}
              <strong className="amount">
                <Amount fee={fee} />
              </strong>
            </span>
            <span className="block quiet small">
              {fee.sourceUrl !== null && fee.checkedOn !== null ? (
                <Trans>
                  <a href={fee.sourceUrl} className="usa-link" rel="noreferrer">
                    Official page
                  </a>
                  , as of {formatDay(fee.checkedOn, i18n.locale)}
                </Trans>
              ) : (
                fee.amount !== null && <Trans>Not confirmed</Trans>
              )}
            </span>
          </li>
        ))}
      </ul>
      {agency !== null && fees.some(({ amount, sourceUrl }) => amount !== null && sourceUrl === null) && (
        <p className="fine-print">
          <Trans>Ask about fees that are not confirmed: {agency}</Trans>
        </p>
      )}
    </>
  );
}
