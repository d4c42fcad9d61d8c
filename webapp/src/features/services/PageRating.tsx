import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useAction } from '@/lib/forms/useAction';
import { createStore } from '@/lib/store';
import { Button } from '@/components/Button';
import { ratePage } from './api';

/** The pages that were rated during this visit. */
const ratedPages = createStore(() => new Set<string>());

/**
 * Asks once per visit if a page was helpful.
 *
 * @param page the name of the page in the contract, such as `guides/schools`
 */
export function PageRating({ page }: { page: string }) {
  const { t } = useLingui();
  const question = useId();
  const [isRated, setIsRated] = useState(() => ratedPages.current().has(page));
  const { isBusy, problem, run } = useAction({
    describeFailure: () => t`We couldn’t send your answer. Try again.`,
  });

  const rate = (isHelpful: boolean) =>
    run(async () => {
      await ratePage(page, isHelpful);
      ratedPages.current().add(page);
      setIsRated(true);
    });

  return (
    <div className="row margin-top-4 no-print" role="group" aria-labelledby={question}>
      <span id={question} className="text-bold">
        {t`Was this page helpful?`}
      </span>
      <Button kind="outline" isBusy={isBusy || isRated} onClick={() => rate(true)}>
        {t`Yes`}
      </Button>
      <Button kind="outline" isBusy={isBusy || isRated} onClick={() => rate(false)}>
        {t`No`}
      </Button>
      <span role="status">{isRated ? t`Thank you for your answer.` : problem}</span>
    </div>
  );
}
