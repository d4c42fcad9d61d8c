import { Trans } from '@lingui/react/macro';
import { paths } from '@/lib/paths';
import { SectionLink } from './SectionLink';

/** Leads to the log of staff who opened the record. */
export function AccessSection() {
  return (
    <>
      <p>
        <Trans>The portal logs each time state staff open or change your record.</Trans>
      </p>
      <SectionLink to={paths.accessLog}>
        <Trans>Open the log</Trans>
      </SectionLink>
    </>
  );
}
