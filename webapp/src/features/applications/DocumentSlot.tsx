import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { ApiError } from '@/lib/api/errors';
import { acceptedFiles, largestBytes, readAsBase64, formatFileSize } from '@/lib/files';
import { Button } from '@/components/Button';
import { useDialogs } from '@/components/dialogs/dialogs';
import { getDescribedBy, FieldMessages } from '@/components/forms/Field';
import { Refusal, useAction } from '@/lib/forms/useAction';
import { showToast } from '@/components/toasts/toasts';
import {
  createDocument,
  deleteDocument,
  getApplication,
  type Application,
  type ApplicationDocument,
  type WantedDocument,
} from './api';
import { FileLine } from './FileLine';
import { getDocumentId } from './form';

interface DocumentSlotProps {
  application: Application;
  wanted: WantedDocument;
  messages: readonly string[];
  /** Runs work that changes the revision while nothing is saved. */
  runAlone: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: (application: Application) => void;
}

/** A document that the agency asks for: its files, and the button that adds one. */
export function DocumentSlot({ application, wanted, messages, runAlone, onChanged }: DocumentSlotProps) {
  const { t, i18n } = useLingui();
  const { confirm, confirmDelete } = useDialogs();
  const { busyWith: work, isBusy, problem, run } = useAction();
  const input = useRef<HTMLInputElement>(null);
  const { code, help, isRequired, label } = wanted;
  const { id } = application;
  const files = application.documents.filter((document) => document.code === code);
  const inputId = getDocumentId(code);
  const shown = problem ? [problem] : messages;

  /** Changes the files while no answers are saved: both change the revision. */
  async function change(work: () => Promise<unknown>): Promise<void> {
    const changed = await runAlone(async () => {
      await work();
      return getApplication(id);
    });
    onChanged(changed);
  }

  function add(file: File): Promise<void> {
    const { name, size } = file;
    const refuse = (message: () => string) => new Refusal(() => [{ field: null, message: message() }]);
    const upload = async (content: Blob) => {
      await change(async () => createDocument(id, { code, name, content: await readAsBase64(content) }));
      showToast(t`${name} was added.`);
    };
    return run(
      async () => {
        try {
          if (size === 0) throw refuse(() => t`This file is empty. Choose another one`);
          if (size > largestBytes)
            throw refuse(() => t`This file is larger than 3 MB. Make it smaller or split it`);
          await upload(file);
        } catch (error) {
          const isRefused =
            error instanceof Refusal || (error instanceof ApiError && error.validationErrors.length > 0);
          const copy = isRefused ? await offerCopy(file) : null;
          if (!copy) throw error;
          await upload(copy);
        }
      },
      t`Uploading ${name}…`,
    );
  }

  /** Offers a JPEG copy of a refused picture; null without one. */
  async function offerCopy(file: File): Promise<Blob | null> {
    const { name, size } = file;
    const copy = await import('./jpegCopy')
      .then(({ createJpegCopy }) => createJpegCopy(file, largestBytes))
      .catch(() => null);
    if (!copy) return null;
    const before = formatFileSize(size, i18n.locale);
    const after = formatFileSize(copy.size, i18n.locale);
    const isWanted = await confirm({
      title: t`Add a JPEG copy?`,
      body: t`Photos can be PNG or JPEG files up to 3 MB. ${name} has ${before}. A JPEG copy would have ${after}. Check that you can still read the copy.`,
      okBtnText: t`Add the copy`,
    });
    return isWanted ? copy : null;
  }

  async function remove(file: ApplicationDocument): Promise<void> {
    const { name } = file;
    const isSure = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`We remove the file from this application.`,
      okBtnText: t`Remove`,
    });
    if (!isSure) return;
    await run(
      async () => {
        await change(() =>
          deleteDocument(id, file.id).catch((error: unknown) => {
            // Another tab removed the file already.
            if (!(error instanceof ApiError && error.code === 'documentNotFound')) throw error;
          }),
        );
        input.current?.focus();
        showToast(t`${name} was removed.`);
      },
      t`Removing ${name}…`,
    );
  }

  return (
    <div className={`usa-form-group ${shown.length > 0 ? 'usa-form-group--error' : ''}`} aria-busy={isBusy}>
      <h3 id={`${inputId}-title`}>
        {label}
        {!isRequired && (
          <span className="usa-hint text-normal">
            {' '}
            (<Trans>optional</Trans>)
          </span>
        )}
      </h3>
      <span id={`${inputId}-hint`} className="usa-hint">
        {help && <span className="block">{help}</span>}
        <Trans>PDF, PNG, or JPEG, up to 3 MB.</Trans>
      </span>
      <FieldMessages id={inputId} messages={shown} />
      {files.length > 0 && (
        <ul className="line-list" aria-labelledby={`${inputId}-title`}>
          {files.map((file) => (
            <li key={file.id}>
              <FileLine applicationId={id} file={file} showsState>
                <Button
                  kind="unstyled"
                  className="action"
                  aria-label={t`Remove ${file.name}`}
                  isBusy={isBusy}
                  onClick={() => remove(file)}
                >
                  <Trans>Remove</Trans>
                </Button>
              </FileLine>
            </li>
          ))}
        </ul>
      )}
      <div className="file-choice">
        <input
          ref={input}
          id={inputId}
          className="file-choice__input"
          type="file"
          accept={acceptedFiles}
          aria-labelledby={`${inputId}-button ${inputId}-title`}
          aria-describedby={getDescribedBy(inputId, true, shown)}
          aria-invalid={shown.length > 0}
          aria-disabled={isBusy}
          onClick={(event) => {
            if (isBusy) event.preventDefault();
          }}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after it was refused.
            event.target.value = '';
            if (file) void add(file);
          }}
        />
        <label id={`${inputId}-button`} htmlFor={inputId} className="usa-button usa-button--outline">
          {files.length > 0 ? <Trans>Add another file</Trans> : <Trans>Choose a file</Trans>}
        </label>
      </div>
      <div className="row" role="status">
        {work && (
          <>
            <progress aria-label={work} />
            <span>{work}</span>
          </>
        )}
      </div>
    </div>
  );
}
