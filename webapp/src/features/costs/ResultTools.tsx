import DownloadIcon from '@uswds/uswds/img/usa-icons/file_download.svg?react';
import LinkIcon from '@uswds/uswds/img/usa-icons/link.svg?react';
import PrintIcon from '@uswds/uswds/img/usa-icons/print.svg?react';
import { useLingui } from '@lingui/react/macro';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { saveFile } from '@/lib/saveFile';
import { FailedAction } from '@/components/FailedAction';
import { showToast } from '@/components/toasts/toasts';
import { readEstimateAs, type EstimateQuery } from './api';

const csvMediaType = 'text/csv';
/** Marks the file as UTF-8 for spreadsheets; reading the portal's file as text removes it. */
const byteOrderMark = '\uFEFF';

/** Buttons to copy the link of the estimate, download it as CSV, or print it. */
export function ResultTools({ query }: { query: EstimateQuery }) {
  const { t } = useLingui();
  const { isBusy, problem, run } = useAction();

  const download = () =>
    run(async () => {
      const { text, headers } = await readEstimateAs(csvMediaType, query);
      const [, filename = 'startup-costs.csv'] =
        /filename="([\w.-]+)"/.exec(headers['content-disposition'] ?? '') ?? [];
      saveFile(byteOrderMark + text, csvMediaType, filename);
      showToast(t`The file ${filename} is in your downloads.`);
    });

  const copyLink = () =>
    run(async () => {
      await navigator.clipboard.writeText(window.location.href).catch(() => {
        throw new Refusal(() => [
          {
            field: null,
            message: t`Your browser did not let us copy. Copy the address of this page instead.`,
          },
        ]);
      });
      showToast(t`Link copied. It contains your answers and nothing about you.`);
    });

  return (
    <div className="cost-tools row no-print">
      <button type="button" className="tool-button" onClick={() => void copyLink()}>
        <LinkIcon className="usa-icon" aria-hidden="true" focusable="false" />
        {t`Copy the link`}
      </button>
      <button type="button" className="tool-button" aria-disabled={isBusy} onClick={() => void download()}>
        <DownloadIcon className="usa-icon" aria-hidden="true" focusable="false" />
        <span>{isBusy ? t`Please wait…` : t`Download (CSV)`}</span>
      </button>
      <button type="button" className="tool-button" onClick={() => window.print()}>
        <PrintIcon className="usa-icon" aria-hidden="true" focusable="false" />
        {t`Print`}
      </button>
      <FailedAction problem={problem} />
    </div>
  );
}
