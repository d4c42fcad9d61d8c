import type { ReactNode } from 'react';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatDay } from '@/lib/i18n/dates';
import { FeeList } from '@/components/fees/FeeList';
import type { Guidance } from './api';

/** Shows the date on which the source was read. */
export function CheckedOn({ day }: { day: string }) {
  const { i18n } = useLingui();
  return (
    <span className="quiet small">
      <Trans>Checked on {formatDay(day, i18n.locale)}</Trans>
    </span>
  );
}

/** The agency's page that states a fact, and the date on which it was read. */
export function OfficialPage({ link, checkedOn }: { link: string; checkedOn: string }) {
  return (
    <>
      <a href={link} className="usa-link" rel="noreferrer">
        {new URL(link).host}
      </a>{' '}
      <CheckedOn day={checkedOn} />
    </>
  );
}

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^0-9+]/g, '')}`} className="usa-link">
      {phone}
    </a>
  );
}

interface FactsProps {
  guidance: Guidance | null;
  /** True if the action requires enhanced authentication. */
  needsProof?: boolean;
}

/** Shows how to do a task at an agency; omits facts without a source. */
export function Facts({ guidance, needsProof = false }: FactsProps) {
  const { bring = [], checkedOn, fees = [], link, phone, steps = [], time, where } = guidance ?? {};
  return (
    <div className="stack">
      {steps.length > 0 && (
        <Fact name={<Trans>How</Trans>}>
          <ol className="usa-list">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Fact>
      )}
      {(bring.length > 0 || needsProof) && (
        <Fact name={<Trans>What to bring</Trans>}>
          <ul className="usa-list">
            {bring.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
            {needsProof && (
              <li>
                <Trans>Enhanced authentication, which proves who you are</Trans>
              </li>
            )}
          </ul>
        </Fact>
      )}
      {fees.length > 0 && (
        <Fact name={<Trans>What it costs</Trans>}>
          <FeeList fees={fees} agency={null} />
        </Fact>
      )}
      <div className="fact-grid">
        {time && (
          <Fact name={<Trans>Time and deadlines</Trans>}>
            <p>{time}</p>
          </Fact>
        )}
        {where && (
          <Fact name={<Trans>Where</Trans>}>
            <p>{where}</p>
          </Fact>
        )}
        {phone && (
          <Fact name={<Trans>Phone</Trans>}>
            <p>
              <PhoneLink phone={phone} />
            </p>
          </Fact>
        )}
        {link && checkedOn && (
          <Fact name={<Trans>Official page</Trans>}>
            <p>
              <OfficialPage link={link} checkedOn={checkedOn} />
            </p>
          </Fact>
        )}
      </div>
    </div>
  );
}

/** A fact with its name. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="heading-sm margin-0">{name}</h3>
      {children}
    </div>
  );
}
