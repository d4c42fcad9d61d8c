import '@/styles/parts.scss';
import './authentication.scss';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useAction } from '@/lib/forms/useAction';
import { NotVerified, type Outcome } from './NotVerified';
import { useSendAnswer } from './useAnswer';

/** The return page of the identity service: sends the answer to the portal, and returns to the person's page. */
export default function EidResponsePage() {
  const { t } = useLingui();
  const [parameters] = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { problem, run } = useAction();
  const answer = useSendAnswer(setOutcome);
  const isSent = useRef(false);

  useEffect(() => {
    // An answer is valid once, however often the page is drawn.
    if (isSent.current) return;
    isSent.current = true;
    const state = parameters.get('state') ?? '';
    const redirect = { state, code: parameters.get('code'), error: parameters.get('error') };
    // The state starts with the id of the attempt.
    void run(() => answer(state.split('.')[0] ?? '', { redirect }));
  }, [parameters, run, answer]);

  const ended = problem === null ? outcome : { problem };
  if (ended) return <NotVerified outcome={ended} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Checking the answer`} hasHelp={false} />
      <Skeleton lines={3} />
    </div>
  );
}
