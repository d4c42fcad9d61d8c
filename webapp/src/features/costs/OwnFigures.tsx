import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type SubmitEvent } from 'react';
import { ApiError, CancelledError } from '@/lib/api/errors';
import type { FieldError } from '@/lib/forms/useForm';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { TextField } from '@/components/forms/TextField';
import { useFailureWords } from '@/components/forms/useFailureWords';
import type { Figures, Line } from './api';
import { formatDollars, parseCents } from './money';

interface OwnFiguresProps {
  lines: readonly Line[];
  /** The person's own figures in the estimate. */
  figures: Figures;
  estimateWith: (figures: Figures) => Promise<void>;
}

/** Returns the id of the input for the person's own figure. */
function getFigureId(code: string): string {
  return `figure-${code}`;
}

/** A folded form for the person's own figures: lines without one first, then estimates to replace. */
export function OwnFigures({ lines, figures, estimateWith }: OwnFiguresProps) {
  const { t } = useLingui();
  const describeFailure = useFailureWords();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(Object.entries(figures).map(([code, cents]) => [code, formatDollars(cents)])),
  );
  const [refused, setRefused] = useState<{ values: typeof typed } | { error: unknown } | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const editable = lines.filter(({ isEditable }) => isEditable);
  const missing = editable.filter(({ typical }) => typical === null);
  const replaceable = editable.filter(({ typical }) => typical !== null);

  function validate(values: typeof typed): FieldError[] {
    return editable.flatMap(({ code, label }) => {
      const text = values[code]?.trim() ?? '';
      if (!text || parseCents(text) !== null) return [];
      const message = t`Enter a figure in dollars, such as 1500: ${label}`;
      return [{ field: getFigureId(code), message }];
    });
  }

  function listErrors(): FieldError[] {
    if (refused === null) return [];
    if ('values' in refused) return validate(refused.values);
    const { error } = refused;
    const found = error instanceof ApiError ? error.validationErrors : [];
    return found.length > 0
      ? found.flatMap(({ validationErrors }) => validationErrors.map((message) => ({ field: null, message })))
      : [{ field: null, message: describeFailure(error) }];
  }

  function refuse(found: NonNullable<typeof refused>) {
    setRefused(found);
    setRefusals((count) => count + 1);
  }

  async function update(): Promise<void> {
    setRefused(null);
    if (validate(typed).length > 0) {
      refuse({ values: typed });
      return;
    }
    const own: Figures = {};
    for (const { code } of editable) {
      const cents = parseCents(typed[code]?.trim() ?? '');
      if (cents !== null) own[code] = cents;
    }
    setBusy(true);
    try {
      await estimateWith(own);
    } catch (error) {
      if (!(error instanceof CancelledError)) refuse({ error });
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (!isBusy) void update();
  }

  const errors = listErrors();
  const renderFields = (items: readonly Line[]) => (
    <div className="own-figures__fields">
      {items.map(({ code, label }) => {
        const id = getFigureId(code);
        return (
          <TextField
            key={code}
            id={id}
            label={label}
            messages={errors.filter(({ field }) => field === id).map(({ message }) => message)}
            inputMode="decimal"
            autoComplete="off"
            required={false}
            className="cost-form__short"
            value={typed[code] ?? ''}
            onChange={(text) => setTyped((current) => ({ ...current, [code]: text }))}
          />
        );
      })}
    </div>
  );

  return (
    <details className="cost-fold own-figures">
      <summary className="cost-fold__summary">
        <Trans>Add your own figures</Trans>
      </summary>
      <form noValidate onSubmit={onSubmit} aria-label={t`Your own figures`}>
        <ErrorSummary errors={errors} refusals={refusals} />
        <p>
          <Trans>In dollars. Leave empty what you will not have.</Trans>
        </p>
        {missing.length > 0 && (
          <fieldset className="usa-fieldset">
            <legend className="own-figures__legend">
              <Plural
                value={missing.length}
                one="# cost that only you can tell"
                other="# costs that only you can tell"
              />
            </legend>
            <p>
              <Trans>We make no figure up for these.</Trans>
            </p>
            {renderFields(missing)}
          </fieldset>
        )}
        {replaceable.length > 0 && (
          <fieldset className="usa-fieldset">
            <legend className="own-figures__legend">
              <Trans>Fees and estimates</Trans>
            </legend>
            <p>
              <Trans>If you know better, enter your own figure; it counts instead.</Trans>
            </p>
            {renderFields(replaceable)}
          </fieldset>
        )}
        <button type="submit" className="usa-button" aria-disabled={isBusy}>
          {isBusy ? t`Please wait…` : t`Update the totals`}
        </button>
      </form>
    </details>
  );
}
