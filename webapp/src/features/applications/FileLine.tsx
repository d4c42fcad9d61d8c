import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { formatFileSize } from '@/lib/files';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { openDownload } from '@/lib/openDownload';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { getDocument, useDocument, type ApplicationDocument } from './api';

interface FileLineProps {
  applicationId: string;
  file: ApplicationDocument;
  /** True to show the result of the check for malware. */
  showsState?: boolean;
  /** More buttons. */
  children?: ReactNode;
}

/** A file of an application, with a button that downloads it. */
export function FileLine({ applicationId, file, showsState = false, children }: FileLineProps) {
  const { t, i18n } = useLingui();
  const { isBusy, problem, run } = useAction();
  const [isChecking, setChecking] = useState(false);
  const { name } = file;

  const download = () =>
    run(async () => {
      setChecking(false);
      const { state, url } = await getDocument(applicationId, file.id);
      if (state === 'ready' && url) openDownload(url);
      else if (state === 'checking') setChecking(true);
      else
        throw new Refusal(() => [
          { field: null, message: t`We found malware in this file, so it cannot be downloaded.` },
        ]);
    });

  const waiting = isChecking && t`We are still checking this file for malware. Try again in a minute.`;
  const notice = problem ?? waiting;

  return (
    <div className="file-line">
      <div className="row">
        <span>
          <bdi>{name}</bdi>{' '}
          <span className="quiet small text-no-wrap">{formatFileSize(file.size, i18n.locale)}</span>
        </span>
        {showsState && <FileState applicationId={applicationId} documentId={file.id} />}
        <Button
          kind="unstyled"
          className="action"
          aria-label={t`Download ${name}`}
          isBusy={isBusy}
          onClick={download}
        >
          {isBusy ? t`Please wait…` : t`Download`}
        </Button>
        {children}
      </div>
      {notice && (
        <Alert kind={problem ? 'error' : 'info'} isLive>
          <p>{notice}</p>
        </Alert>
      )}
    </div>
  );
}

const stateTones = { ready: 'good', checking: 'quiet', refused: 'bad' } as const;

/** The result of the check for malware; asked for again until there is one. */
function FileState({ applicationId, documentId }: { applicationId: string; documentId: string }) {
  const { t } = useLingui();
  const { data } = useDocument(applicationId, documentId);
  const labels = {
    ready: t`Checked`,
    checking: t`Being checked for malware…`,
    refused: t`Malware found: remove it`,
  };
  return (
    <span role="status">
      {data && <span className={`tag tag--${stateTones[data.state]}`}>{labels[data.state]}</span>}
    </span>
  );
}
