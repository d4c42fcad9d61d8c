import '@/styles/parts.scss';
import '@/styles/forms.scss';
import './userservices.scss';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { generatePath, Link, useNavigate } from 'react-router';
import { formatDay } from '@/lib/i18n/dates';
import { formatShortMoment } from '@/lib/i18n/moments';
import { useForm } from '@/lib/forms/useForm';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextAreaField } from '@/components/forms/TextAreaField';
import { useAction } from '@/lib/forms/useAction';
import { formatLanguage } from '@/lib/i18n/names';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { showToast } from '@/components/toasts/toasts';
import { buildPersonAddress } from './buildPersonAddress';
import { answerQuestion, readQuestion, releaseQuestion, takeQuestion, type Question } from './api';
import { Fact, Facts } from './Block';
import { openCase } from './desk';
import { AccessFailure } from './AccessFailure';
import { useLoggedRead } from './useLoggedRead';

const shortest = 5;
const longest = 5000;

/** A question to support, with what the person sent along, and its answer. */
export function QuestionPage({ id, question }: { id: string; question: string }) {
  const { t } = useLingui();
  const { answer, error, look, show } = useLoggedRead(() => readQuestion(id, question));
  const hasLooked = useRef(false);

  useEffect(() => {
    // Opening the page is one access, however often React draws it.
    if (hasLooked.current) return;
    hasLooked.current = true;
    void look();
  });

  return (
    <div className="page">
      <p>
        <Link to={generatePath(paths.supportQuestions)} className="usa-link action">
          <Trans>Back to the questions</Trans>
        </Link>
      </p>
      <PageHeading title={t`Question to support`}>{answer && answer.number}</PageHeading>
      {error !== undefined && <AccessFailure error={error} onRetry={look} />}
      {error === undefined && !answer && <Skeleton lines={10} />}
      {error === undefined && answer && (
        <Opened question={answer} onChanged={show} onOutdated={() => void look()} />
      )}
    </div>
  );
}

interface OpenedProps {
  question: Question;
  onChanged: (question: Question) => void;
  onOutdated: () => void;
}

function Opened({ question, onChanged, onOutdated }: OpenedProps) {
  const { t, i18n } = useLingui();
  const { userId, number, displayName, language, askedAt, expectedOn, text, transcript, answer } = question;
  const languageName = formatLanguage(language, i18n.locale);
  const answeredAt = answer && formatShortMoment(answer.at, i18n.locale);
  const answeredBy = answer?.staffNumber;
  const openRecordCase = () => openCase({ caseNumber: number, purpose: 'resident-asked' });
  return (
    <div className="stack">
      <section className="card" aria-labelledby="asked">
        <h2 id="asked" className="heading-md">
          <Trans>Question</Trans>
        </h2>
        <p className="text-pre" lang={language} dir="auto">
          {text}
        </p>
        <Facts>
          <Fact name={t`Name`}>
            <Link to={buildPersonAddress(userId)} onClick={openRecordCase}>
              {displayName || t`not registered`}
            </Link>
          </Fact>
          <Fact name={t`Language`}>{languageName}</Fact>
          <Fact name={t`Asked`}>{formatShortMoment(askedAt, i18n.locale)}</Fact>
          <Fact name={t`Answer due`}>{formatDay(expectedOn, i18n.locale)}</Fact>
        </Facts>
        {transcript.length > 0 && (
          <>
            <h3>
              <Trans>Included from the assistant</Trans>
            </h3>
            <ol className="line-list text-pre" lang={language}>
              {transcript.map((line, place) => (
                <li key={place}>
                  <b>{line.author === 'person' ? t`Person:` : t`Assistant:`}</b> {line.text}
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
      {answer ? (
        <section className="card" aria-labelledby="answer">
          <h2 id="answer" className="heading-md">
            <Trans>Answer</Trans>
          </h2>
          <p className="text-pre" lang={language} dir="auto">
            {answer.text}
          </p>
          <p>
            <Trans>
              Sent {answeredAt} by {answeredBy}
            </Trans>
          </p>
        </section>
      ) : (
        <Taking question={question} onChanged={onChanged} onOutdated={onOutdated} />
      )}
    </div>
  );
}

/** Takes the question before anybody answers it, so that two do not. */
function Taking({ question, onChanged, onOutdated }: OpenedProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { isBusy, problem, run } = useAction({ onOutdated });
  const { id, userId, takenBy, isMine } = question;

  if (isMine)
    return (
      <AnswerForm
        question={question}
        onChanged={onChanged}
        onRelease={() =>
          void run(async () => {
            await releaseQuestion(userId, id);
            showToast(t`The question is back in the queue.`);
            await navigate(generatePath(paths.supportQuestions));
          })
        }
        problem={problem}
      />
    );
  return (
    <section className="card" aria-labelledby="taking">
      <h2 id="taking" className="heading-md">
        <Trans>Answer</Trans>
      </h2>
      <p>
        {takenBy ? (
          <Trans>{takenBy} took this question. Take it over only if they can’t answer it.</Trans>
        ) : (
          <Trans>No one has taken this question. Take it to answer it.</Trans>
        )}
      </p>
      <FailedAction problem={problem} />
      <Button
        isBusy={isBusy}
        onClick={() => run(async () => onChanged(await takeQuestion(userId, id, takenBy)))}
      >
        {takenBy ? t`Take it over` : t`Take this question`}
      </Button>
    </section>
  );
}

interface AnswerFormProps {
  question: Question;
  onChanged: (question: Question) => void;
  onRelease: () => void;
  /** Why it could not be put back. */
  problem: string | null;
}

function AnswerForm({ question, onChanged, onRelease, problem }: AnswerFormProps) {
  const { t, i18n } = useLingui();
  const { id, userId, displayName, language } = question;
  const languageName = formatLanguage(language, i18n.locale);
  const name = displayName || t`The person`;
  const form = useForm({
    name: null,
    initial: { text: '' },
    validate: ({ text }) =>
      text.trim().length < shortest
        ? [{ field: 'text' as const, message: t`Enter the answer, in at least 5 letters` }]
        : [],
    async submit({ text }) {
      onChanged(await answerQuestion(userId, id, text.trim()));
      showToast(t`Sent. The person has your answer in the inbox.`);
    },
  });
  return (
    <form className="form card" noValidate autoComplete="off" onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <FailedAction problem={problem} />
      <TextAreaField
        {...form.field('text')}
        label={t`Answer in ${languageName}`}
        hint={t`${name} gets this in the inbox, with your staff number.`}
        maxLength={longest}
        rows={8}
      />
      <div className="buttons">
        <SubmitButton text={t`Send the answer`} isSubmitting={form.isSubmitting} />
        <Button kind="outline" onClick={onRelease}>
          {t`Return to queue`}
        </Button>
      </div>
    </form>
  );
}
