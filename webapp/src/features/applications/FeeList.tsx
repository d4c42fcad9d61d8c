import { Trans } from '@lingui/react/macro';
import { useLingui } from '@lingui/react';
import { amountInWords } from '@/lib/i18n/amounts';
import type { FormSummary } from './api';

/** What the agency charges, each fee with its source. */
export function FeeList({ fees }: { fees: FormSummary['fees'] }) {
  const { i18n } = useLingui();
  if (fees.length === 0)
    return (
      <p className="fees__none">
        <Trans>The agency names no fee.</Trans>
      </p>
    );
  return (
    <ul className="fees">
      {fees.map(({ amount, confidence, label, source }) => (
        <li key={label} className="fees__fee">
          <span className="fees__line">
            <span>{label}</span>{' '}
            <strong>
              {amount === null ? (
                <Trans>amount not known</Trans>
              ) : (
                amountInWords({ amount, currency: 'USD' }, i18n.locale)
              )}
            </strong>
          </span>
          <span className="fees__source">
            <span lang="en">{source}</span>
            {confidence === 'general' && (
              <>
                {'. '}
                <Trans>Not confirmed: ask the agency</Trans>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
