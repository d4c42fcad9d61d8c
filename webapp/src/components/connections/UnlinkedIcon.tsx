import LinkOff from '@uswds/uswds/img/usa-icons/link_off.svg?react';

/** A broken chain, for what is not connected. Not part of `Icon`, all of which the landing page loads. */
export function UnlinkedIcon() {
  return <LinkOff className="usa-icon" aria-hidden="true" focusable="false" />;
}
