import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import type { Line } from './api';

/** Shows the basis of a cost: its law, its source or whom to ask, and the day on which it was looked at. */
export function LineSource({ line }: { line: Line }) {
  const { t, i18n } = useLingui();
  const { checkedOn, legalBasis, source, sourceUrl } = line;
  const day = checkedOn === null ? '' : formatDay(checkedOn, i18n.locale);
  return (
    <>
      {legalBasis && <span className="cost-row__law">{legalBasis}</span>}
      <span className="block">
        {sourceUrl ? (
          <a href={sourceUrl} className="usa-link" target="_blank" rel="noreferrer">
            {source}
            <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
          </a>
        ) : (
          source
        )}
      </span>
      {sourceUrl && day && (
        <span>
          <Trans>As of {day}</Trans>
        </span>
      )}
    </>
  );
}
