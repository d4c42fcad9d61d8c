import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { isCancelled } from '@/lib/api/call';
import { useArrival } from '@/lib/arrival';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { FieldMessages } from '@/components/forms/Field';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { useFailureMessage } from '@/lib/forms/useFailureMessage';
import { sendAddressTo, type Address } from './api';
import { PostalAddress } from './PostalAddress';
import { useAgencyRecords, type AgencyRecord } from './useAgencyRecords';

/** The result for one record; `failure` is the error of the call. */
type Outcome = { isSent: true } | { isSent: false; failure: unknown };

/** Sends an address to the agencies of chosen records and shows the result for each. */
export function SendToAgencies({ address, title }: { address: Address; title: string }) {
  const { t } = useLingui();
  const { isJustSaved } = useArrival();
  const { records, error, retry } = useAgencyRecords();
  const describeFailure = useFailureMessage();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [isSending, setSending] = useState(false);
  const [isNothingChosen, setNothingChosen] = useState(false);
  const [rounds, setRounds] = useState(0);
  const summary = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (rounds > 0) summary.current?.focus();
  }, [rounds]);

  async function sendTo({ identity }: AgencyRecord): Promise<Outcome> {
    const { recipient, line1, line2, city, state: code, zip, zip4 } = address;
    try {
      await sendAddressTo(identity.id, {
        recipient,
        line1,
        line2,
        city,
        state: code,
        zip,
        zip4,
        country: 'US',
      });
      return { isSent: true };
    } catch (failure) {
      if (isCancelled(failure)) throw failure;
      return { isSent: false, failure };
    }
  }

  async function send(): Promise<void> {
    setSending(true);
    setNothingChosen(false);
    const chosenRecords = (records ?? []).filter(({ identity }) => chosen.has(identity.id));
    try {
      const answers = await Promise.all(
        chosenRecords.map(async (record) => [record.identity.id, await sendTo(record)] as const),
      );
      setOutcomes((known) => ({ ...known, ...Object.fromEntries(answers) }));
      // Failed records stay chosen for another attempt.
      setChosen(new Set(answers.filter(([, { isSent }]) => !isSent).map(([id]) => id)));
      setRounds((count) => count + 1);
    } catch {
      // The call was canceled because the person left the page.
    } finally {
      setSending(false);
    }
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    if (isSending) return;
    if (chosen.size === 0) {
      setNothingChosen(true);
      document.getElementById(`record-${openRecords[0]?.identity.id ?? ''}`)?.focus();
      return;
    }
    void send();
  }

  function toggle(id: string) {
    const changed = new Set(chosen);
    if (!changed.delete(id)) changed.add(id);
    setChosen(changed);
  }

  const openRecords = (records ?? []).filter(({ identity }) => !outcomes[identity.id]?.isSent);
  const sentRecords = (records ?? []).filter(({ identity }) => outcomes[identity.id]?.isSent);
  const failedRecords = openRecords.filter(({ identity }) => outcomes[identity.id]);
  const messages = isNothingChosen ? [t`Choose at least one record`] : [];

  return (
    <div className="page page--narrow">
      <PageHeading title={title} />
      {isJustSaved && rounds === 0 && (
        <p className="lead">
          <Trans>
            We saved your address. Agencies don’t get it automatically. Choose who should have it.
          </Trans>
        </p>
      )}
      <div className="card sent-address">
        <PostalAddress address={address} />
      </div>
      {rounds > 0 && (
        <p ref={summary} tabIndex={-1} className="send-summary text-bold">
          {failedRecords.length === 0 ? (
            <Trans>Address sent.</Trans>
          ) : (
            <Trans>
              Some agencies did not accept the address. We marked them. You can send it to them again.
            </Trans>
          )}
        </p>
      )}
      {sentRecords.length > 0 && (
        <ul className="usa-list--unstyled divided records" aria-label={t`Sent`}>
          {sentRecords.map(({ identity, service }) => (
            <li key={identity.id} className="row row--between row--nowrap">
              <RecordName identity={identity} service={service} />
              <span className="tag tag--good">
                <Icon name="check_circle" />
                <Trans>Sent</Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
      {!records && <Awaited lines={5} error={error} onRetry={retry} />}
      {records?.length === 0 && (
        <p>
          <Trans>None of your connected agencies accepts a new address from this portal.</Trans>
        </p>
      )}
      {openRecords.length > 0 && (
        <form className="form" noValidate onSubmit={onSubmit} aria-label={title}>
          <fieldset
            className={`usa-fieldset usa-form-group ${isNothingChosen ? 'usa-form-group--error' : ''}`}
            aria-describedby={isNothingChosen ? 'records-error' : undefined}
          >
            <legend className="usa-legend">
              <Trans>Send it for</Trans>
            </legend>
            <FieldMessages id="records" messages={messages} />
            {openRecords.map(({ identity, service }) => {
              const outcome = outcomes[identity.id];
              return (
                <div key={identity.id} className="usa-checkbox">
                  <input
                    id={`record-${identity.id}`}
                    className="usa-checkbox__input usa-checkbox__input--tile"
                    type="checkbox"
                    checked={chosen.has(identity.id)}
                    aria-describedby={outcome && `record-${identity.id}-outcome`}
                    onChange={() => toggle(identity.id)}
                  />
                  <label className="usa-checkbox__label" htmlFor={`record-${identity.id}`}>
                    <RecordName identity={identity} service={service} />
                  </label>
                  {outcome && !outcome.isSent && (
                    <p id={`record-${identity.id}-outcome`} className="notice text-bad">
                      <Icon name="error" />
                      <span>{describeFailure(outcome.failure)}</span>
                    </p>
                  )}
                </div>
              );
            })}
          </fieldset>
          <div className="row form-buttons">
            <SubmitButton text={t`Send address`} isSubmitting={isSending} />
            <Link to={paths.addressBook} className="usa-link action">
              {rounds > 0 ? <Trans>Go to the address book</Trans> : <Trans>Not now</Trans>}
            </Link>
          </div>
        </form>
      )}
      {records && openRecords.length === 0 && (
        <Link to={paths.addressBook} className="usa-button">
          <Trans>Go to the address book</Trans>
        </Link>
      )}
    </div>
  );
}

function RecordName({ identity, service }: AgencyRecord) {
  return (
    <span className="grow">
      <bdi>{identity.label}</bdi>
      <span className="block quiet small">
        {service.name} · {service.agency.name}
      </span>
    </span>
  );
}
