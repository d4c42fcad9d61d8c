import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface SectionLinkProps {
  to: string;
  children: ReactNode;
}

/** Leads from a section to the page for it. */
export function SectionLink({ to, children }: SectionLinkProps) {
  return (
    <p className="account__link">
      <Link to={to} className="usa-button usa-button--outline">
        {children}
      </Link>
    </p>
  );
}
