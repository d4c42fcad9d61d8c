import LinkOff from '@uswds/uswds/img/usa-icons/link_off.svg?react';

/** A broken chain, for services without a connection. It is not part of `Icon`, which the landing page loads whole. */
export function UnlinkedIcon() {
  return <LinkOff className="usa-icon" aria-hidden="true" focusable="false" />;
}
