import AttachIcon from '@uswds/uswds/img/usa-icons/attach_file.svg?react';
import DownloadIcon from '@uswds/uswds/img/usa-icons/file_download.svg?react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatFileSize } from '@/lib/files';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { openDownload } from '@/lib/openDownload';
import { Alert } from '@/components/Alert';
import { getAttachment, type Reference } from './api';
import type { Attachment } from './messages';

interface AttachmentsProps {
  message: Reference;
  attachments: readonly Attachment[];
  headingLevel: 2 | 3;
}

/** The files of a message. */
export function Attachments({ message, attachments, headingLevel }: AttachmentsProps) {
  const Heading = `h${headingLevel}` as const;
  if (attachments.length === 0) return null;
  return (
    <section className="message-part">
      <Heading className="heading-sm">
        <Trans>Files</Trans>
      </Heading>
      <ul className="usa-list--unstyled divided">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="row row--tight message-file">
            <File message={message} attachment={attachment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function File({ message, attachment }: { message: Reference; attachment: Attachment }) {
  const { t, i18n } = useLingui();
  const { isBusy, problem, run } = useAction();
  const [isChecking, setChecking] = useState(false);
  const { name } = attachment;

  const download = () =>
    run(async () => {
      setChecking(false);
      const { state, url } = await getAttachment(message, attachment.id);
      if (state === 'ready' && url) openDownload(url);
      else if (state === 'checking') setChecking(true);
      else
        throw new Refusal(() => [
          {
            field: null,
            message: t`We found malware in this file, so it cannot be downloaded. Ask the sender for another copy.`,
          },
        ]);
    });

  const notice = isChecking && t`We are still checking this file for malware. Try again in a minute.`;
  const alert = problem ?? notice;

  return (
    <>
      <AttachIcon className="usa-icon quiet" aria-hidden="true" focusable="false" />
      <span className="grow message-file__name">
        <bdi>{name}</bdi>{' '}
        <span className="quiet small text-no-wrap">{formatFileSize(attachment.size, i18n.locale)}</span>
      </span>
      <button
        type="button"
        className="tool-button push"
        aria-disabled={isBusy}
        onClick={() => void download()}
      >
        <DownloadIcon className="usa-icon" aria-hidden="true" focusable="false" />
        <span>{isBusy ? t`Please wait…` : t`Download`}</span> <span className="usa-sr-only">{name}</span>
      </button>
      {alert && (
        <Alert kind={problem ? 'error' : 'info'} isLive>
          <p>{alert}</p>
        </Alert>
      )}
    </>
  );
}
