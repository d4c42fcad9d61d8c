import { Trans } from '@lingui/react/macro';

/** Help for people who cannot use any of the ways. */
export function WithoutDevice() {
  return (
    <>
      <h2>
        <Trans>If you can use none of these</Trans>
      </h2>
      <p>
        <Trans>
          Visit the agency that has the record, and bring an ID. You can still use everything that does not
          need enhanced authentication. We don’t mail codes.
        </Trans>
      </p>
    </>
  );
}
