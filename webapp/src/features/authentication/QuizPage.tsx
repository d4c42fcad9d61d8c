import '@/styles/parts.scss';
import './authentication.scss';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { FieldError } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { formatTime } from '@/lib/i18n/moments';
import { Awaited } from '@/components/FailedRead';
import { PageHeading } from '@/components/PageHeading';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { RadioGroup } from '@/components/forms/RadioGroup';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { useAttempt, type Attempt, type Quiz } from './api';
import { NotVerified, type Outcome } from './NotVerified';
import { buildWaysAddress } from './purpose';
import { useSendAnswer } from './useAnswer';
import { WithAttempt } from './WithAttempt';

/** The questions of a credit bureau, until the time to answer ends. */
export default function QuizPage() {
  return <WithAttempt>{(id) => <QuizOf key={id} id={id} />}</WithAttempt>;
}

function QuizOf({ id }: { id: string }) {
  const { t } = useLingui();
  const { data: attempt, error, mutate } = useAttempt(id);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const minutesLeft = useMinutesLeft(attempt?.quiz?.answerBy);

  if (outcome) return <NotVerified outcome={outcome} />;
  if (attempt && (attempt.state !== 'pending' || attempt.quiz === null))
    return <NotVerified outcome={attempt} />;
  return (
    <div className="page page--narrow">
      <PageHeading title={t`Answer the credit bureau’s questions`} />
      {attempt?.quiz ? (
        <Questions attempt={attempt} quiz={attempt.quiz} minutesLeft={minutesLeft} onEnd={setOutcome} />
      ) : (
        <Awaited lines={10} error={error} onRetry={mutate} />
      )}
    </div>
  );
}

interface QuestionsProps {
  attempt: Attempt;
  quiz: Quiz;
  minutesLeft: number | null;
  onEnd: (outcome: Outcome) => void;
}

function Questions({ attempt, quiz, minutesLeft, onEnd }: QuestionsProps) {
  const { t, i18n } = useLingui();
  const answer = useSendAnswer(onEnd);
  const fields = quiz.questions.map((question, place) => ({ ...question, name: `question-${place + 1}` }));
  const form = useForm<Record<string, string>>({
    // The answers are not stored.
    name: null,
    initial: Object.fromEntries(fields.map(({ name }) => [name, ''])),
    validate: (values) =>
      fields.flatMap(({ name, text }): FieldError[] =>
        values[name] ? [] : [{ field: name, message: t`Answer the question: ${text}` }],
      ),
    submit: async (values) => {
      const answers = fields.map(({ name, questionId }) => ({ questionId, choiceId: values[name] ?? '' }));
      await answer(attempt.attemptId, { quiz: { answers } });
    },
  });
  const until = formatTime(quiz.answerBy, i18n.locale);
  return (
    <>
      <p className="lead">
        <Trans>
          The bureau chose these questions from your credit history. If no choice is right, choose the one
          that says so.
        </Trans>
      </p>
      <p>
        <Trans>
          The bureau accepts answers until {until}. No one can extend that time. If you need more time, choose
          another way.
        </Trans>
      </p>
      <p role="status">
        {minutesLeft === 0 ? (
          // The clock may be wrong, and a started attempt counts either way: only the bureau decides if an answer is
          // late.
          <Trans>
            Time is up by the clock on this device. If that clock may be wrong, send your answers anyway.
          </Trans>
        ) : (
          minutesLeft !== null &&
          t`${plural(minutesLeft, { one: 'Less than a minute left', other: 'About # minutes left' })}`
        )}
      </p>
      <form className="form" noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} refusals={form.refusals} />
        {fields.map(({ name, text, choices }) => {
          const { value, messages, onChange } = form.field(name);
          return (
            <RadioGroup
              key={name}
              id={name}
              legend={text}
              messages={messages}
              options={choices.map((choice) => ({ value: choice.choiceId, text: choice.text }))}
              value={value}
              onChange={onChange}
            />
          );
        })}
        <SubmitButton text={t`Send the answers`} isSubmitting={form.isSubmitting} />
      </form>
      <p className="form-buttons">
        <Link to={buildWaysAddress(attempt.returnTo)}>
          <Trans>Choose another way (this attempt still counts)</Trans>
        </Link>
      </p>
    </>
  );
}

/** Returns the minutes until a moment, rounded up; null without one. */
function useMinutesLeft(moment: string | undefined): number | null {
  // The countdown is drawn again once a minute.
  const minutes = useSyncExternalStore(subscribeToSeconds, () => countMinutesUntil(moment));
  return Number.isNaN(minutes) ? null : minutes;
}

function subscribeToSeconds(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1_000);
  return () => clearInterval(timer);
}

function countMinutesUntil(moment = ''): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 60_000));
}
