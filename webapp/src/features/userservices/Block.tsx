import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import { Skeleton } from '@/components/Skeleton';
import { AccessFailure } from './AccessFailure';
import type { LoggedRead } from './useLoggedRead';

interface BlockProps<T> {
  title: string;
  look: LoggedRead<T>;
  children: (answer: T) => ReactNode;
}

/** A part of a record that is read when somebody opens it, and not before. */
export function Block<T>({ title, look: { answer, error, isLoading, look }, children }: BlockProps<T>) {
  const { t } = useLingui();
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const isOpen = answer !== undefined || error !== undefined || isLoading;
  const wasOpen = useRef(false);

  useEffect(() => {
    // The button is gone: what it brought takes its place.
    if (isOpen && !wasOpen.current) body.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <section className="card" aria-labelledby={id} aria-busy={isLoading}>
      <div className="section-top">
        <h2 id={id} className="heading-md">
          {title}
        </h2>
        {!isOpen && (
          <Button kind="outline" aria-describedby={id} onClick={look}>
            {t`Open`}
          </Button>
        )}
        {answer !== undefined && (
          <Button kind="unstyled" className="action" aria-describedby={id} onClick={look}>
            <Icon name="history" />
            {t`Refresh`}
          </Button>
        )}
      </div>
      {isOpen && (
        <div ref={body} tabIndex={-1}>
          {isLoading && <Skeleton lines={4} />}
          {!isLoading && error !== undefined && <AccessFailure error={error} onRetry={look} />}
          {!isLoading && error === undefined && answer !== undefined && children(answer)}
        </div>
      )}
    </section>
  );
}

/** Names with what stands behind them. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="fact-list">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
