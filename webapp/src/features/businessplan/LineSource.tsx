import { Trans, useLingui } from '@lingui/react/macro';
import { dayInWords } from '@/lib/i18n/dates';
import { confidenceLabels } from './labels';
import type { Line } from './plan';

/** What a cost rests on: the law, where the portal has it from, since when it counts, and how sure that is. */
export function LineSource({ line }: { line: Line }) {
  const { t, i18n } = useLingui();
  // Of a figure that is the person's own, or not there yet, there is nothing to date or to confirm.
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
