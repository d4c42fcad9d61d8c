import { useEffect, useRef } from 'react';
import { Plural, useLingui } from '@lingui/react/macro';
import type { FieldError } from '@/lib/forms/useAction';
import { setTitleError } from '@/lib/pageTitle';

interface ErrorSummaryProps {
  errors: readonly FieldError[];
  /** The list takes the focus when this number increases. */
  refusals: number;
  /** Opens a field that may not be on the page yet; by default the field takes the focus. */
  onFollow?: (field: string) => void;
}

/** The list of all errors of a form, at its top, with a link to each field. */
export function ErrorSummary({ errors, refusals, onFollow }: ErrorSummaryProps) {
  const { t } = useLingui();
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (refusals === 0) return;
    summary.current?.focus({ preventScroll: true });
    summary.current?.scrollIntoView({ block: 'start' });
  }, [refusals]);

  const titleError = errors.length > 0 ? t`Error: ` : '';

  useEffect(() => {
    setTitleError(titleError);
    return () => setTitleError('');
  }, [titleError]);

  if (errors.length === 0) return null;
  return (
    <div ref={summary} className="usa-alert usa-alert--error error-summary" tabIndex={-1} role="alert">
      <div className="usa-alert__body">
        <h2 className="usa-alert__heading">
          <Plural
            value={errors.length}
            one="There is a problem with this page"
            other="There are # problems with this page"
          />
        </h2>
        <ul className="usa-list error-summary__list">
          {errors.map(({ field, message }) => (
            <li key={`${field ?? ''}: ${message}`}>
              {field ? (
                <a
                  href={`#${field}`}
                  className="usa-link"
                  onClick={(event) => {
                    event.preventDefault();
                    if (onFollow) onFollow(field);
                    else document.getElementById(field)?.focus();
                  }}
                >
                  {message}
                </a>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
