import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import { toIsoDate } from '@/components/forms/MemorableDate';
import type { ServiceDetails } from './api';
import { getDate, getText, type IdentityField, type IdentityValues } from './identityForm';

interface SentToAgencyProps {
  service: ServiceDetails;
  values: IdentityValues;
}

/** Shows exactly the data that a connection sends to the agency. */
export function SentToAgency({ service, values }: SentToAgencyProps) {
  const { t, i18n } = useLingui();
  const agency = service.agency.name;
  const { person } = service;

  function formatTyped(field: IdentityField): string {
    if (field.format === 'date') {
      const date = toIsoDate(getDate(values, field.name));
      return date ? formatDay(date, i18n.locale) : '';
    }
    const value = getText(values, field.name).trim();
    if (field.isSensitive) return value ? t`Hidden here` : '';
    return field.choices.find((choice) => choice.value === value)?.label ?? value;
  }

  return (
    <section className="card columns__aside" aria-labelledby="sent-title">
      <h3 id="sent-title" className="heading-md">
        <Trans>What we send to {agency}</Trans>
      </h3>
      <dl className="fact-grid">
        {person && (
          <>
            {person.legalFirstName && (
              <div>
                <dt>{t`Your legal first name`}</dt>
                <dd>{person.legalFirstName}</dd>
              </div>
            )}
            <div>
              <dt>{person.legalFirstName ? t`Your legal last name` : t`Your legal name`}</dt>
              <dd>{person.legalLastName}</dd>
            </div>
            <div>
              <dt>{t`Your date of birth`}</dt>
              <dd>{formatDay(person.dateOfBirth, i18n.locale)}</dd>
            </div>
          </>
        )}
        {service.identityFields.map((field) => (
          <div key={field.name}>
            <dt>{field.label}</dt>
            <dd>{formatTyped(field) || <span className="quiet">{t`Not entered yet`}</span>}</dd>
          </div>
        ))}
      </dl>
      <p className="fine-print">
        {service.matchesPerson ? (
          <Trans>
            We send it each time you choose Connect. It finds only a record in your name. We do not keep what
            you enter here.
          </Trans>
        ) : (
          <Trans>
            We send it each time you choose Connect, to find the record. We do not send your name or date of
            birth. We do not keep what you enter here.
          </Trans>
        )}
      </p>
    </section>
  );
}
