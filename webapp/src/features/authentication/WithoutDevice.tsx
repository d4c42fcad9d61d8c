import { Trans } from '@lingui/react/macro';

/** What somebody does who can use none of the ways. */
export function WithoutDevice() {
  return (
    <>
      <h2>
        <Trans>If you can use none of these</Trans>
      </h2>
      <p>
        <Trans>
          Go to the counter of the agency that has the record, with an identity document. Everything that this
          portal shows without enhanced authentication stays open to you. The portal sends no letters with
          codes.
        </Trans>
      </p>
    </>
  );
}
