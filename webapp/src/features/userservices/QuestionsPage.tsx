import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './userservices.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { generatePath, Link, useParams } from 'react-router';
import { formatDay } from '@/lib/i18n/dates';
import { getDay, formatShortMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { formatLanguage } from '@/lib/i18n/names';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useOpenQuestions, type OpenQuestions } from './api';
import { AccessFailure } from './AccessFailure';
import { QuestionPage } from './QuestionPage';

/** The questions of residents to support: the queue, or the one that the address names. */
export function QuestionsPage() {
  const { id, question } = useParams();
  return id && question ? <QuestionPage key={question} id={id} question={question} /> : <QueuePage />;
}

/** The questions that wait, the oldest first. */
function QueuePage() {
  const { t } = useLingui();
  const { data, error, mutate } = useOpenQuestions();
  return (
    <div className="page">
      <p>
        <Link to={paths.adminUserServices} className="usa-link action">
          <Trans>Back to user services</Trans>
        </Link>
      </p>
      <PageHeading title={t`Questions to support`} />
      <p className="lead">
        <Trans>Oldest question first. Names and text appear when you open a question, and we log that.</Trans>
      </p>
      {data ? (
        <Queue {...data} />
      ) : error === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <AccessFailure error={error} onRetry={mutate} />
      )}
    </div>
  );
}

function Queue({ items, isTruncated }: OpenQuestions) {
  const { t, i18n } = useLingui();
  const [today] = useState(() => getDay(new Date()));
  if (items.length === 0)
    return (
      <p>
        <Trans>No questions are waiting.</Trans>
      </p>
    );
  return (
    <>
      <ol className="question-queue line-list line-list--framed">
        {items.map(({ id, userId, number, language, askedAt, expectedOn, takenBy, isMine }) => {
          const asked = formatShortMoment(askedAt, i18n.locale);
          const day = formatDay(expectedOn, i18n.locale);
          return (
            <li key={id}>
              <div className="row">
                <Link
                  to={generatePath(paths.supportQuestions, { id: userId, question: id })}
                  className="usa-link text-bold"
                >
                  {number}
                </Link>
                <span className="tag tag--quiet">{formatLanguage(language, i18n.locale)}</span>
                {expectedOn < today && (
                  <span className="tag tag--bad">
                    <Trans>Overdue</Trans>
                  </span>
                )}
              </div>
              <span className="quiet">
                <Trans>
                  Asked {asked} · due {day}
                </Trans>
                {' · '}
                <span>{isMine ? t`taken by you` : takenBy ? t`taken by ${takenBy}` : t`not taken`}</span>
              </span>
            </li>
          );
        })}
      </ol>
      {isTruncated && (
        <p>
          <Trans>More questions are waiting. They appear as you answer these.</Trans>
        </p>
      )}
    </>
  );
}
