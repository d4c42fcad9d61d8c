import type { ReactNode } from 'react';

interface AlertProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  heading?: string;
  headingLevel?: 2 | 3;
  /** Announced by screen readers when it appears. */
  isLive?: boolean;
  children: ReactNode;
}

/** A USWDS alert. */
export function Alert({ kind, heading, headingLevel = 2, isLive = false, children }: AlertProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={`usa-alert usa-alert--${kind}`} {...(isLive && { role: 'status' })}>
      <div className="usa-alert__body">
        {heading && <Heading className="usa-alert__heading">{heading}</Heading>}
        <div className="usa-alert__text">{children}</div>
      </div>
    </div>
  );
}
