import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { getLastRequestId } from '@/lib/api/requestIds';
import { setPageTitle } from '@/lib/pageTitle';
import { Button } from '@/components/Button';
import { SaguaroMark } from '@/components/SaguaroMark';

interface RetryPageProps {
  onRetry: () => void;
  /** True if the portal answered with a failure. */
  isOurFault: boolean;
}

/** The page for an app that cannot start without its settings. */
export function RetryPage({ onRetry, isOurFault }: RetryPageProps) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const requestId = isOurFault ? getLastRequestId() : null;
  const title = t`We can’t start right now`;

  useEffect(() => {
    setPageTitle(`${title} | Saguaro`);
    heading.current?.focus();
  }, [title]);

  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);

  return (
    <main className="page page--narrow">
      <p className="brand">
        <SaguaroMark className="brand__mark" />
        <span className="brand__name">Saguaro</span>
      </p>
      <h1 ref={heading} tabIndex={-1} className="page-heading">
        {title}
      </h1>
      <p className="lead">
        {isOurFault
          ? t`Something went wrong on our side.`
          : t`We could not reach the portal. Check your connection.`}
      </p>
      <Button kind="big" onClick={onRetry}>
        {t`Try again`}
      </Button>
      {requestId && (
        <p className="fine-print">
          <Trans>Reference: {requestId}</Trans>
        </p>
      )}
    </main>
  );
}
