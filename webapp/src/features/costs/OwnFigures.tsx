import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FieldError } from '@/lib/forms/useAction';
import { useForm } from '@/lib/forms/useForm';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { TextField } from '@/components/forms/TextField';
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
  const [initial] = useState(() =>
    Object.fromEntries(
      Object.entries(figures).map(([code, cents]) => [getFigureId(code), formatDollars(cents)]),
    ),
  );
  const editable = lines.filter(({ isEditable }) => isEditable);
  const missing = editable.filter(({ typical }) => typical === null);
  const replaceable = editable.filter(({ typical }) => typical !== null);
  const form = useForm<Record<string, string>>({
    name: null,
    initial,
    validate: (values): FieldError[] =>
      editable.flatMap(({ code, label }) => {
        const text = values[getFigureId(code)]?.trim() ?? '';
        if (!text || parseCents(text) !== null) return [];
        return [{ field: getFigureId(code), message: t`Enter an amount in dollars, such as 1500: ${label}` }];
      }),
    submit: async (values) => {
      const own = editable.flatMap(({ code }): [string, number][] => {
        const cents = parseCents(values[getFigureId(code)]?.trim() ?? '');
        return cents === null ? [] : [[code, cents]];
      });
      await estimateWith(Object.fromEntries(own));
    },
    getField: () => null,
  });

  const renderFields = (items: readonly Line[]) => (
    <div className="field-grid">
      {items.map(({ code, label }) => (
        <TextField
          key={code}
          {...form.field(getFigureId(code))}
          value={form.values[getFigureId(code)] ?? ''}
          label={label}
          inputMode="decimal"
          autoComplete="off"
          required={false}
          className="short"
        />
      ))}
    </div>
  );

  return (
    <details className="own-figures no-print">
      <summary>
        <Trans>Add your own amounts</Trans>
      </summary>
      <form noValidate onSubmit={form.onSubmit} aria-label={t`Your own amounts`}>
        <ErrorSummary errors={form.errors} refusals={form.refusals} />
        <p>
          <Trans>In dollars. Leave a box empty if it doesn’t apply.</Trans>
        </p>
        {missing.length > 0 && (
          <fieldset className="usa-fieldset">
            <legend className="usa-legend text-bold">
              <Plural
                value={missing.length}
                one="# cost that only you know"
                other="# costs that only you know"
              />
            </legend>
            <p>
              <Trans>We don’t guess these amounts.</Trans>
            </p>
            {renderFields(missing)}
          </fieldset>
        )}
        {replaceable.length > 0 && (
          <fieldset className="usa-fieldset">
            <legend className="usa-legend text-bold">
              <Trans>Fees and estimates</Trans>
            </legend>
            <p>
              <Trans>If you know the amount, enter it. We use it instead.</Trans>
            </p>
            {renderFields(replaceable)}
          </fieldset>
        )}
        <SubmitButton text={t`Update the totals`} isSubmitting={form.isSubmitting} kind="plain" />
      </form>
    </details>
  );
}
