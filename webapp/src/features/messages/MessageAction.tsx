import LaunchIcon from '@uswds/uswds/img/usa-icons/launch.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Action } from './messages';

/** Returns the host of a web address; null for anything else. The portal accepts secure addresses only. */
function getHost(url: string): string | null {
  const address = URL.canParse(url) ? new URL(url) : null;
  return address && /^https?:$/.test(address.protocol) ? address.host : null;
}

/** The action that the message asks for, here or at the agency's site. */
export function MessageAction({ action: { label, url } }: { action: Action }) {
  const { t } = useLingui();
  if (/^\/(?![/\\])/.test(url))
    return (
      <p className="row message-part">
        <Link to={url} className="usa-button">
          {label}
        </Link>
      </p>
    );
  const host = getHost(url);
  if (host === null) return null;
  return (
    <p className="row message-part">
      <a className="usa-button" href={url} target="_blank" rel="noopener noreferrer">
        {label}
        <LaunchIcon className="usa-icon" aria-hidden="true" focusable="false" />{' '}
        <span className="usa-sr-only">{t`(opens in a new tab)`}</span>
      </a>
      <span className="quiet small no-print">
        <Trans>Opens {host} in a new tab.</Trans>
      </span>
    </p>
  );
}
