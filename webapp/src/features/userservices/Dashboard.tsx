import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { focusOnMount } from '@/lib/focusOnMount';
import { useForm } from '@/lib/forms/useForm';
import { formatShortMoment } from '@/lib/i18n/moments';
import { Button } from '@/components/Button';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextField } from '@/components/forms/TextField';
import {
  clearDashboard,
  reloadDashboard,
  type Case,
  type Clearing,
  type Connections,
  type Report,
} from './api';
import { PutBack } from './PutBack';
import { cardOutcomes } from './words';

interface DashboardProps {
  about: Case;
  id: string;
  name: string;
  /** Null while no clearing can be undone here. */
  cleared: Clearing | null;
  onCleared: (cleared: Clearing) => void;
  onRestored: (connections: Connections) => void;
}

type Step = 'reload' | 'clear' | null;

/** Changes the cards of a person's dashboard; each change is confirmed with the person's name. */
export function Dashboard({ about, id, name, cleared, onCleared, onRestored }: DashboardProps) {
  const { t } = useLingui();
  const [step, setStep] = useState<Step>(null);
  const [report, setReport] = useState<Report | null>(null);

  return (
    <section className="card" aria-labelledby="dashboard-repair">
      <h2 id="dashboard-repair" className="heading-md">
        <Trans>Repair the dashboard</Trans>
      </h2>
      {step === null && (
        <div className="buttons">
          <Button kind="outline" onClick={() => setStep('reload')}>
            {t`Reload all cards`}
          </Button>
          <Button kind="outline" onClick={() => setStep('clear')}>
            {t`Clear the dashboard`}
          </Button>
        </div>
      )}
      {step === 'reload' && (
        <NameForm
          name={name}
          explanation={t`The portal asks every agency again. Each card keeps its last answer until a newer one comes. The person gets a message.`}
          submit={t`Reload all cards`}
          act={async (typed) => setReport(await reloadDashboard(about, id, typed))}
          onEnd={() => setStep(null)}
        />
      )}
      {step === 'clear' && (
        <NameForm
          name={name}
          explanation={t`This removes all cards from the dashboard. The connections stay, and you can restore the cards for 7 days. The person gets a message and can restore them at any time.`}
          submit={t`Clear the dashboard`}
          act={async (typed) => onCleared(await clearDashboard(about, id, typed))}
          onEnd={() => setStep(null)}
        />
      )}
      {report && step === null && <CardReport report={report} />}
      {cleared && step === null && (
        <PutBack about={about} id={id} until={cleared.restorableUntil} onRestored={onRestored} />
      )}
    </section>
  );
}

interface NameFormProps {
  name: string;
  explanation: string;
  submit: string;
  act: (typed: string) => Promise<void>;
  onEnd: () => void;
}

/** Asks for the name of the person, so that nobody does it to somebody else. */
function NameForm({ name, explanation, submit, act, onEnd }: NameFormProps) {
  const { t } = useLingui();

  const form = useForm({
    name: null,
    initial: { typedName: '' },
    validate: ({ typedName }) =>
      typedName.trim() === name
        ? []
        : [{ field: 'typedName' as const, message: t`Type the name exactly as shown: ${name}` }],
    async submit({ typedName }) {
      await act(typedName.trim());
      onEnd();
    },
  });
  return (
    <form className="form" noValidate autoComplete="off" onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <p>{explanation}</p>
      <TextField
        {...form.field('typedName')}
        ref={focusOnMount}
        label={t`Type the person’s name to confirm`}
        hint={name}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <div className="buttons">
        <SubmitButton text={submit} isSubmitting={form.isSubmitting} />
        <Button kind="outline" onClick={onEnd}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

/** Reports the answer of each agency that was asked again. */
function CardReport({ report }: { report: Report }) {
  const { t, i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), [report]);

  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        <Trans>Result</Trans>
      </h3>
      {report.items.length === 0 && <p>{t`No cards to reload.`}</p>}
      <ul className="line-list">
        {report.items.map(({ number, serviceName, agencyName, outcome, checkedAt }, place) => {
          const at = checkedAt && formatShortMoment(checkedAt, i18n.locale);
          return (
            <li key={place}>
              <b>{t`Record ${number}`}</b>
              {serviceName && <span>{` · ${serviceName}`}</span>}
              {agencyName && <span>{` · ${agencyName}`}</span>}
              <p>
                {t(cardOutcomes[outcome])}
                <span>{` · ${at ? t`the card shows data from ${at}` : t`the card is empty`}`}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
