import { Trans, useLingui } from '@lingui/react/macro';
import { formatAmount } from '@/lib/i18n/amounts';
import { formatDay } from '@/lib/i18n/dates';
import { MaskedValue, type RecordSource } from './MaskedValue';
import type { Field } from './records';
import { StatusTag } from './StatusTag';

interface FieldProps {
  record: RecordSource;
  /** True when the record asks for nothing: its states have no color of warning. */
  isCalm: boolean;
}

function FieldValue({ field, record, isCalm }: FieldProps & { field: Field }) {
  const { i18n } = useLingui();
  switch (field.kind) {
    case 'date':
      return <time dateTime={field.value}>{formatDay(field.value, i18n.locale)}</time>;
    case 'money':
      return <span className="amount">{formatAmount(field.value, i18n.locale)}</span>;
    case 'status':
      return (
        <StatusTag tone={isCalm && field.value.tone === 'attention' ? 'neutral' : field.value.tone}>
          {field.value.label}
        </StatusTag>
      );
    case 'list':
      if (field.value.length === 0) return <Trans>None</Trans>;
      return (
        <ul className="usa-list--unstyled">
          {field.value.map((text, index) => (
            <li key={index} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      );
    case 'text':
      if (field.reveal !== null) return <MaskedValue field={field} record={record} />;
      return <span>{field.value || '–'}</span>;
  }
}

/** Lists the fields of a record. */
export function FieldList({ fields, ...props }: FieldProps & { fields: readonly Field[] }) {
  return (
    <dl className="divided fields">
      {fields.map((field) => (
        <div key={field.name} className="fields__row">
          <dt>{field.label}</dt>
          <dd dir="auto">
            <FieldValue field={field} {...props} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
