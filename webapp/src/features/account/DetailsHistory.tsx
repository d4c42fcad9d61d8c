import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCountyNames } from '@/lib/api/lookups';
import { formatDay } from '@/lib/i18n/dates';
import { Moment } from '@/components/Moment';
import type { DetailChange } from './api';

const fieldTexts: Readonly<Record<DetailChange['field'], MessageDescriptor>> = {
  legalFirstName: msg`Legal first name`,
  legalLastName: msg`Legal last name`,
  preferredName: msg`Preferred name`,
  dateOfBirth: msg`Date of birth`,
  countyId: msg`County`,
};

/** Lists the person's corrections, newest first. */
export function DetailsHistory({ changes }: { changes: readonly DetailChange[] }) {
  if (changes.length === 0) return null;
  return (
    <details className="account__history">
      <summary>
        <Trans>Your changes</Trans>
      </summary>
      <ol className="usa-list--unstyled divided">
        {changes.map((change) => (
          <li key={`${change.changedAt} ${change.field}`}>
            <Change change={change} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Change({ change }: { change: DetailChange }) {
  const { t } = useLingui();
  const describe = useDescribeValue(change.field);
  const field = t(fieldTexts[change.field]);
  const old = <bdi>{describe(change.old)}</bdi>;
  const changed = <bdi>{describe(change.new)}</bdi>;
  return (
    <>
      <p className="account__change">
        <Trans>
          <strong>{field}</strong>: from {old} to <strong>{changed}</strong>
        </Trans>
      </p>
      <p className="fine-print account__change">
        <Moment at={change.changedAt} />
        {change.how === 'enhancedAuthentication' && (
          <>
            , <Trans>after you proved who you are</Trans>
          </>
        )}
      </p>
    </>
  );
}

/** Returns a function that describes a value of the field for people. */
function useDescribeValue(field: DetailChange['field']): (value: string | null) => string {
  const { t, i18n } = useLingui();
  const counties = useCountyNames();
  return (value) => {
    if (field === 'countyId') return value === null ? t`outside Arizona` : (counties.get(value) ?? value);
    if (value === null) return t`none`;
    return field === 'dateOfBirth' ? formatDay(value, i18n.locale) : value;
  };
}
