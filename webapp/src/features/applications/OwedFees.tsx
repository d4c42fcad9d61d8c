import { Trans } from '@lingui/react/macro';
import { FeeList, useAmount } from '@/components/fees/FeeList';
import type { Owed } from './api';

/** The fees that are owed for the answers, their sum, and how to pay it. */
export function OwedFees({ owed, agency }: { owed: Owed; agency: string }) {
  const amount = useAmount();
  const { fees, high, isComplete, low } = owed;
  return (
    <>
      <FeeList fees={fees} agency={agency} />
      {fees.length > 0 && (
        <>
          <p className="row row--between fees fees__sum">
            <span className="grow">
              {isComplete ? (
                <Trans>Amount owed</Trans>
              ) : (
                <Trans>Amount owed, not counting unknown fees</Trans>
              )}
            </span>{' '}
            <strong className="amount">{amount(low, high)}</strong>
          </p>
          <p className="fine-print">
            <Trans>
              You pay the agency ({agency}), not the portal. It tells you how when it starts its review.
            </Trans>
          </p>
        </>
      )}
    </>
  );
}
