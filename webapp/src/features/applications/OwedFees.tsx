import { Trans, useLingui } from '@lingui/react/macro';
import { FeeList } from '@/components/fees/FeeList';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatShortMoment } from '@/lib/i18n/moments';
import type { Owed } from './api';

/** The fees for the answers, their sum, the total that the agency asks, and how to pay it. */
export function OwedFees({ owed, agency }: { owed: Owed; agency: string }) {
  const { i18n } = useLingui();
  const { amount, fees, isComplete, requested } = owed;
  const words = (dollars: string) => formatAmount({ amount: dollars, currency: 'USD' }, i18n.locale);
  const hasSum = requested !== null || isComplete || Number(amount) > 0;
  const moment = requested && formatShortMoment(requested.at, i18n.locale);
  return (
    <section aria-labelledby="fees">
      <h3 id="fees">
        <Trans>Fees</Trans>
      </h3>
      <FeeList fees={fees} agency={agency} />
      {(fees.length > 0 || requested) && (
        <>
          {hasSum && (
            <p className="row row--between fees fees__sum">
              <span className="grow">
                {requested ? (
                  <Trans>Amount owed, as the agency says</Trans>
                ) : isComplete ? (
                  <Trans>Amount owed</Trans>
                ) : (
                  <Trans>Amount owed so far, without fees that the agency tells you</Trans>
                )}
              </span>{' '}
              <strong className="amount">{words(requested ? requested.amount : amount)}</strong>
            </p>
          )}
          {requested && (
            <p className="fine-print">
              <Trans>
                {agency} said this on {moment}.
              </Trans>
            </p>
          )}
          <p className="fine-print">
            <Trans>
              You pay the agency ({agency}), not the portal. It tells you how when it starts its review.
            </Trans>
          </p>
        </>
      )}
    </section>
  );
}
