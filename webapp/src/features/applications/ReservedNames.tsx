import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatShortMoment } from '@/lib/i18n/moments';
import { paths } from '@/lib/paths';
import { Awaited } from '@/components/FailedRead';
import { useReservations, type Reservation } from './api';

/** Returns the address of the form for a new business with the reserved name filled in. */
function getNewBusinessAddress({ entityType, name }: Reservation): string {
  const query = entityType === 'tradeName' ? { name } : { name, entityType };
  return `${paths.newBusiness}?${new URLSearchParams(query).toString()}`;
}

/** The names that are reserved for the person now, each with a link that adds a business. */
export function ReservedNames() {
  const { t, i18n } = useLingui();
  const { data, error, mutate } = useReservations();
  const reserved = data?.items.filter(({ status }) => status === 'active');
  return (
    <section aria-labelledby="reserved">
      <div className="section-top">
        <h2 id="reserved">
          <Trans>Reserved names</Trans>
        </h2>
        <Link to={paths.decideYourName} className="usa-link">
          <Trans>Check a name</Trans>
        </Link>
      </div>
      {!reserved && <Awaited lines={2} error={error} onRetry={mutate} />}
      {reserved?.length === 0 && (
        <p className="quiet">
          <Trans>You have no reserved names. Check a name to reserve one.</Trans>
        </p>
      )}
      {reserved && reserved.length > 0 && (
        <ul className="line-list line-list--framed" aria-label={t`Reserved names`}>
          {reserved.map((reservation) => {
            const { expiresAt, id, name } = reservation;
            return (
              <li key={id} className="row row--between">
                <span className="grow">
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <span className="block quiet small">
                    <Trans>until {formatShortMoment(expiresAt, i18n.locale)}</Trans>
                  </span>
                </span>
                <Link
                  to={getNewBusinessAddress(reservation)}
                  className="usa-link action"
                  aria-label={t`Add as a business: ${name}`}
                >
                  <Trans>Add as a business</Trans>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
