import DownloadIcon from '@uswds/uswds/img/usa-icons/file_download.svg?react';
import PrintIcon from '@uswds/uswds/img/usa-icons/print.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { saveFile } from '@/lib/saveFile';
import { Button } from '@/components/Button';
import { FailedAction } from '@/components/FailedAction';
import { Alert } from '@/components/Alert';
import { useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import type { Filters } from './filters';

/** Offers the list as a CSV file and in print. */
export function Downloads({ filters }: { filters: Filters }) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();
  const [nextToken, setNextToken] = useState<string | null>(null);

  const download = (token: string | null) =>
    run(async () => {
      const { csvMediaType, fetchCsv } = await import('./csv');
      const file = await fetchCsv(filters, token);
      const { filename } = file;
      saveFile(file.text, csvMediaType, filename);
      setNextToken(file.nextToken);
      showToast(t`The file ${filename} is in your downloads.`);
    });

  return (
    <div className="row row--tight push downloads no-print">
      <button
        type="button"
        className="tool-button"
        aria-disabled={isBusy}
        onClick={() => void download(null)}
      >
        <DownloadIcon className="usa-icon" aria-hidden="true" focusable="false" />
        <span>{isBusy ? t`Please wait…` : t`Download (CSV)`}</span>
      </button>
      <button type="button" className="tool-button" onClick={() => window.print()}>
        <PrintIcon className="usa-icon" aria-hidden="true" focusable="false" />
        {t`Print`}
      </button>
      {nextToken && (
        <Alert kind="info" isLive>
          <p>
            <Trans>
              Your history is too long for one file. The last line of the file shows how far back it goes.
            </Trans>
          </p>
          <Button kind="unstyled" isBusy={isBusy} onClick={() => download(nextToken)}>
            <Trans>Download the next part</Trans>
          </Button>
        </Alert>
      )}
      <FailedAction problem={problem} />
    </div>
  );
}
