import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { formatShortDay } from '@/lib/i18n/dates';
import { getDay, formatMoment } from '@/lib/i18n/moments';
import { useRead } from '@/lib/api/useRead';
import { SelectField } from '@/components/forms/SelectField';
import { TextField } from '@/components/forms/TextField';
import { useSettledValue } from '@/lib/useSettled';
import { nameCheckPath, useReservations, type NameCheck } from './api';

/** Milliseconds from the last change to the check of a name. */
const pauseMilliseconds = 400;

interface NameFieldProps extends Omit<ComponentProps<typeof TextField>, 'type'> {
  applicationId: string;
  /** The answer to the form's question for the type of entity; empty without one. */
  entityType: string;
}

/** A business name, with the person's reservations to choose from and the result of the name check. */
export function NameField({ applicationId, entityType, ...field }: NameFieldProps) {
  const { t, i18n } = useLingui();
  const reserved = useReservations().data?.items.filter(({ status }) => status === 'active') ?? [];
  const settled = useSettledValue(field.value.trim(), pauseMilliseconds);
  return (
    <>
      {reserved.length > 0 && (
        <SelectField
          id={`${field.id}-reserved`}
          label={t`A name you reserved`}
          hint={t`Choose one, or type another name below.`}
          messages={[]}
          placeholder={t`- Select -`}
          options={reserved.map(({ expiresAt, name }) => ({
            value: name,
            text: t`${name} (until ${formatShortDay(getDay(expiresAt), i18n.locale)})`,
          }))}
          value={reserved.some(({ name }) => name === field.value) ? field.value : ''}
          onChange={(name) => name && field.onChange(name)}
        />
      )}
      <TextField {...field} autoComplete="off" spellCheck={false} />
      <div className="name-check" aria-live="polite">
        {settled !== '' && (
          <Verdict applicationId={applicationId} entityType={entityType} name={settled.slice(0, 200)} />
        )}
      </div>
    </>
  );
}

const tones = { available: 'good', needsReview: 'open', unavailable: 'bad' } as const;

interface VerdictProps {
  applicationId: string;
  entityType: string;
  name: string;
}

function Verdict({ applicationId, entityType, name }: VerdictProps) {
  const { t, i18n } = useLingui();
  const { data, error } = useRead(nameCheckPath, {
    parameters: { id: applicationId },
    query: { name, entityType },
    isRepeated: false,
    revalidateOnFocus: false,
  });
  if (error !== undefined)
    return (
      <p className="name-check__failure">
        <Trans>We can’t check this name right now. We will check it when you submit.</Trans>
      </p>
    );
  if (!data)
    return (
      <p>
        <Trans>Checking the name…</Trans>
      </p>
    );
  const { close, reasons, reservedUntil, verdict } = data;
  const hasDoubt = reasons.length > 0;
  const headings: Record<NameCheck['verdict'], string> = {
    available: hasDoubt ? t`Available, but read this first` : t`Available`,
    needsReview: t`You can file this name, but agency staff must review it`,
    unavailable: t`This name isn’t available, so you can’t submit it`,
  };
  const tone = verdict === 'available' && hasDoubt ? 'open' : tones[verdict];
  return (
    <>
      <p className={`name-check__verdict name-check__verdict--${tone}`}>
        <strong>{headings[verdict]}:</strong> <bdi>{data.name}</bdi>
      </p>
      {reservedUntil !== null && (
        <p>
          <Trans>Your business reserved it until {formatMoment(reservedUntil, i18n.locale)}.</Trans>
        </p>
      )}
      {hasDoubt && (
        <ul className="usa-list">
          {reasons.map(({ text }) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
      {close.length > 0 && (
        <p>
          <Trans>
            People may confuse it with: <bdi>{close.map((each) => each.name).join('; ')}</bdi>
          </Trans>
        </p>
      )}
    </>
  );
}
