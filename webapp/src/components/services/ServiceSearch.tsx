import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';

const inputId = 'service-search';

interface ServiceSearchProps {
  value: string;
  onChange: (value: string) => void;
  /** Called on Enter; the results are already shown. */
  onSubmit: () => void;
  /** Further filters beside the search. */
  children?: ReactNode;
}

/** The search of a list of services, which filters during typing. */
export function ServiceSearch({ value, onChange, onSubmit, children }: ServiceSearchProps) {
  const { t } = useLingui();
  return (
    <form
      className="card filters filters__fields"
      role="search"
      aria-label={t`Services`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div>
        <label className="usa-label" htmlFor={inputId}>
          <Trans>Search services and agencies</Trans>
        </label>
        <div className="filters__search">
          <Icon name="search" />
          <input
            id={inputId}
            type="search"
            className="usa-input"
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      </div>
      {children}
    </form>
  );
}

/** Shows that no service matches, with a button that shows all of them. */
export function NoServiceFound({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useLingui();
  return (
    <div className="card empty">
      <Icon name="search" className="empty__icon" />
      <p className="empty__headline">
        <Trans>No service matches your search</Trans>
      </p>
      <p className="empty__text">
        <Trans>Try fewer or different words, or see all services. New agencies join from time to time.</Trans>
      </p>
      <Button
        kind="outline"
        onClick={() => {
          onShowAll();
          document.getElementById(inputId)?.focus();
        }}
      >
        {t`Show all services`}
      </Button>
    </div>
  );
}
