import { Trans, useLingui } from '@lingui/react/macro';
import { dayInWords } from '@/lib/i18n/dates';
import { confidenceLabels } from './labels';
import type { Line } from './estimate';

/** Shows the basis of a cost: its law, its source, the date since when it applies, and how certain it is. */
export function LineSource({ line }: { line: Line }) {
  const { t, i18n } = useLingui();
  // The person's own figure and a missing one have no date and no confirmation.
  const isOurFigure = line.typical !== null && !line.isOwnFigure;
  const since = dayInWords(line.effectiveFrom, i18n.locale);
  return (
    <>
      {line.legalBasis && <span className="cost-row__law">{line.legalBasis}</span>}
      <span>
        {line.sourceUrl ? (
          <a href={line.sourceUrl} className="usa-link" target="_blank" rel="noreferrer">
            {line.source}
            <span className="usa-sr-only"> {t`(opens in a new tab)`}</span>
          </a>
        ) : (
          line.source
        )}
      </span>
      {isOurFigure && (
        <>
          <span>
            <Trans>Known to us since {since}</Trans>
          </span>
          <span className={`tag ${line.confidence === 'verified' ? 'tag--good' : 'tag--open'}`}>
            {t(confidenceLabels[line.confidence])}
          </span>
        </>
      )}
    </>
  );
}
