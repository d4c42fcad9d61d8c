import Lock from '@uswds/uswds/img/usa-icons/lock.svg?react';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buildStepUpAddress } from '@/lib/authentication/stepUp';
import { paths } from '@/lib/paths';
import { Icon } from '@/components/Icon';
import type { RecordSource } from './MaskedValue';
import { getRecordId, type ServiceData } from './records';

interface ActionLinkProps {
  action: ServiceData['actions'][number];
  record: RecordSource;
  className: string;
}

/** A link to the agency; while the agency asks for enhanced authentication, to the page that explains it. */
export function ActionLink({ action: { label, url, stepUpTypes }, record, className }: ActionLinkProps) {
  const { t } = useLingui();
  if (url === null) {
    const returnTo = `${paths.dashboard}#${getRecordId(record.identityId)}`;
    const asked = { purpose: 'action' as const, asker: record.agency, asked: label, returnTo };
    return (
      <Link
        to={buildStepUpAddress(stepUpTypes ?? [], asked)}
        state={{ asker: asked.asker, asked: label }}
        className={`record__action ${className}`}
      >
        <span>{label}</span>
        <Lock className="usa-icon" aria-hidden="true" focusable="false" />
        <span className="usa-sr-only"> {t`(asks you to prove who you are first)`}</span>
      </Link>
    );
  }
  return (
    <a
      href={url}
      className={`record__action ${className}`}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <span>{label}</span>
      <Icon name="launch" />
      <span className="usa-sr-only"> {t`(opens the agency’s site in a new tab)`}</span>
    </a>
  );
}
