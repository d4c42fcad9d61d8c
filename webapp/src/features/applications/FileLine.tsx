import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { sizeInWords } from '@/lib/files';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { openDownload } from '@/lib/openDownload';
import { Button } from '@/components/Button';
import { Alert } from '@/components/Alert';
import { getDocument, useDocument, type ApplicationDocument } from './api';

interface FileLineProps {
  applicationId: string;
  file: ApplicationDocument;
  /** Whether to say if the file is checked and can be had. */
  showsState?: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** A file of an application, with the way to get it. */
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

  const notice = isChecking && t`We are still checking this file for malware. Try again in a minute.`;
  const told = problem ?? notice;

  return (
    <div className="file-line">
      <div className="row">
        <span>
          <bdi>{name}</bdi>{' '}
          <span className="quiet small text-no-wrap">{sizeInWords(file.size, i18n.locale)}</span>
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
      {told && (
        <Alert kind={problem ? 'error' : 'info'} isLive>
          <p>{told}</p>
        </Alert>
      )}
    </div>
  );
}

/** Whether the file was checked, asked again until it was. */
function FileState({ applicationId, documentId }: { applicationId: string; documentId: string }) {
  const { data } = useDocument(applicationId, documentId);
  return (
    <span role="status">
      {data?.state === 'ready' && (
        <span className="tag tag--good">
          <Trans>Checked</Trans>
        </span>
      )}
      {data?.state === 'checking' && (
        <span className="tag tag--quiet">
          <Trans>Being checked for malware…</Trans>
        </span>
      )}
      {data?.state === 'refused' && (
        <span className="tag tag--bad">
          <Trans>Malware found: remove it</Trans>
        </span>
      )}
    </span>
  );
}
