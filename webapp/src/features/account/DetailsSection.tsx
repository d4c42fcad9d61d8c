import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useCountyNames } from '@/lib/api/lookups';
import { useAccount } from '@/lib/auth/session';
import { formatDay } from '@/lib/i18n/dates';
import { getDay } from '@/lib/i18n/moments';
import { readDraft } from '@/lib/storage/drafts';
import { Button } from '@/components/Button';
import { Awaited } from '@/components/FailedRead';
import { useDetails, type Details } from './api';
import { DetailsForm, detailsFormName } from './DetailsForm';
import { DetailsHistory } from './DetailsHistory';

/** Shows the person's name, date of birth, and county, and corrects them in place. */
export function DetailsSection() {
  const { data, error, mutate } = useDetails();
  if (!data) return <Awaited lines={8} error={error} onRetry={mutate} />;
  return (
    <EditableDetails
      details={data}
      onChanged={(changed) => mutate(changed, { revalidate: false })}
      onOutdated={() => mutate()}
    />
  );
}

interface EditableDetailsProps {
  details: Details;
  onChanged: (details: Details) => Promise<unknown>;
  onOutdated: () => Promise<Details | undefined>;
}

function EditableDetails({ details, onChanged, onOutdated }: EditableDetailsProps) {
  const { id: userId } = useAccount();
  // The form is open again after a visit to another page, such as that of enhanced authentication.
  const [isOpen, setOpen] = useState(() => readDraft(userId, detailsFormName) !== null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current && !isOpen) edit.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <>
      {isOpen ? (
        <DetailsForm
          details={details}
          onSaved={async (changed) => {
            await onChanged(changed);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
          onOutdated={onOutdated}
        />
      ) : (
        <>
          <DetailsSummary details={details} />
          <Button kind="outline" ref={edit} onClick={() => setOpen(true)}>
            <Trans>
              Edit <span className="usa-sr-only">your details</span>
            </Trans>
          </Button>
        </>
      )}
      <DetailsHistory changes={details.changes} />
    </>
  );
}

function DetailsSummary({ details }: { details: Details }) {
  const { t, i18n } = useLingui();
  const counties = useCountyNames();
  const { legalFirstName, legalLastName, preferredName, countyId } = details;
  const rows = [
    ...(legalFirstName === null ? [] : [{ label: t`Legal first name`, value: legalFirstName }]),
    { label: legalFirstName === null ? t`Legal name` : t`Legal last name`, value: legalLastName },
    { label: t`Preferred name`, value: preferredName ?? t`None` },
    { label: t`Date of birth`, value: formatDay(details.dateOfBirth, i18n.locale) },
    {
      label: t`County`,
      value: countyId === null ? t`Outside Arizona` : (counties.get(countyId) ?? countyId),
    },
    { label: t`Registered on`, value: formatDay(getDay(details.registeredAt), i18n.locale) },
  ];
  return (
    <dl className="fact-rows divided">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
