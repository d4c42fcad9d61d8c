import { Trans, useLingui } from '@lingui/react/macro';
import { amountInWords } from '@/lib/i18n/amounts';
import { dayInWords } from '@/lib/i18n/dates';
import { MaskedValue, type RecordSource } from './MaskedValue';
import type { Field } from './records';
import { StatusTag } from './StatusTag';

function FieldValue({ field, record }: { field: Field; record: RecordSource }) {
  const { i18n } = useLingui();
  switch (field.kind) {
    case 'date':
      return <time dateTime={field.value}>{dayInWords(field.value, i18n.locale)}</time>;
    case 'money':
      return <span className="amount">{amountInWords(field.value, i18n.locale)}</span>;
    case 'status':
      return <StatusTag tone={field.value.tone}>{field.value.label}</StatusTag>;
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

/** What an agency holds, name by name. */
export function FieldList({ fields, record }: { fields: readonly Field[]; record: RecordSource }) {
  return (
    <dl className="divided fields">
      {fields.map((field) => (
        <div key={field.name} className="fields__row">
          <dt>{field.label}</dt>
          <dd dir="auto">
            <FieldValue field={field} record={record} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
