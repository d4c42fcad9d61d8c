import { useLingui } from '@lingui/react/macro';
import { formatShortMoment } from '@/lib/i18n/moments';
import type { Application } from './api';
import { FileLine } from './FileLine';
import { stateLabels } from './useStatusTexts';

/** The history of an application, latest first, with the notes and files of the agency. */
export function HistoryList({ application }: { application: Application }) {
  const { t, i18n } = useLingui();
  const { documents, history, id } = application;
  return (
    <ol className="history">
      {history.map(({ at, by, documentIds, isByYou, note, state }) => {
        const files = documents.filter((document) => documentIds.includes(document.id));
        return (
          <li key={`${at} ${state}`} className="history__event">
            <p>
              <strong>{t(stateLabels[state])}</strong>{' '}
              <span className="quiet small">
                {formatShortMoment(at, i18n.locale)}
                {' · '}
                <bdi>{isByYou ? t`You` : by}</bdi>
              </span>
            </p>
            {note && (
              <p className="text-pre" dir="auto">
                {note}
              </p>
            )}
            {files.length > 0 && (
              <ul className="usa-list--unstyled" aria-label={t`Files`}>
                {files.map((file) => (
                  <li key={file.id}>
                    <FileLine applicationId={id} file={file} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
