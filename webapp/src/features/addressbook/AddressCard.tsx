import { Trans, useLingui } from '@lingui/react/macro';
import { generatePath, Link } from 'react-router';
import { paths } from '@/lib/paths';
import { Button } from '@/components/Button';
import { Icon } from '@/components/Icon';
import type { Address } from './api';
import { typeLabels } from './addressForm';
import { PostalAddress } from './PostalAddress';

interface AddressCardProps {
  address: Address;
  name: string;
  /** True if an agency accepts the address. */
  canBeSent: boolean;
  isBusy: boolean;
  onMakePrimary: () => void;
  onRemove: () => void;
}

/** Shows a saved address with its actions. */
export function AddressCard({ address, name, canBeSent, isBusy, onMakePrimary, onRemove }: AddressCardProps) {
  const { t } = useLingui();
  const { id } = address;
  return (
    <article
      className={`card address-card ${address.isPrimary ? 'address-card--primary' : ''}`}
      aria-labelledby={`address-${id}`}
      aria-busy={isBusy}
    >
      <div className="row row--between row--top">
        <h2 id={`address-${id}`} tabIndex={-1} className="heading-md margin-0">
          <bdi>{name}</bdi>
        </h2>
        {address.isPrimary && (
          <span className="tag tag--good">
            <Icon name="check_circle" />
            <Trans>Primary</Trans>
          </span>
        )}
      </div>
      {address.label && <p className="quiet small margin-0">{t(typeLabels[address.type])}</p>}
      <PostalAddress address={address} />
      <div className="row address-card__actions no-print">
        <Link
          to={generatePath(paths.address, { id })}
          aria-label={t`Change ${name}`}
          className="usa-link action"
        >
          <Trans>Change</Trans>
        </Link>
        {canBeSent && (
          <Link
            to={generatePath(paths.addressToAgencies, { id })}
            aria-label={t`Send to agencies: ${name}`}
            className="usa-link action"
          >
            <Trans>Send to agencies</Trans>
          </Link>
        )}
        {!address.isPrimary && (
          <Button
            kind="unstyled"
            aria-label={t`Make primary: ${name}`}
            isBusy={isBusy}
            onClick={onMakePrimary}
          >
            <Trans>Make primary</Trans>
          </Button>
        )}
        <Button
          kind="unstyled"
          className="action"
          aria-label={t`Remove ${name}`}
          isBusy={isBusy}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
    </article>
  );
}
