import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { isCancelled } from '@/lib/api/call';
import { ApiError } from '@/lib/api/errors';
import { acceptedFiles, largestBytes, readAsBase64, sizeInWords } from '@/lib/files';
import { useDialogs } from '@/components/dialogs/dialogs';
import { describedBy, FieldMessages } from '@/components/forms/Field';
import { useFailureWords } from '@/components/forms/useFailureWords';
import { showToast } from '@/components/toasts/toasts';
import type { AnswerSaver } from './AnswerSaver';
import {
  createDocument,
  deleteDocument,
  getApplication,
  type Application,
  type ApplicationDocument,
} from './api';
import { FileLine } from './FileLine';
import { documentId, type WantedDocument } from './form';
import { keptOf } from './useAnswers';

interface DocumentSlotProps {
  application: Application;
  wanted: WantedDocument;
  messages: readonly string[];
  saver: AnswerSaver;
  onChanged: (application: Application) => void;
}

function toldOf(error: unknown): string[] {
  return error instanceof ApiError ? error.validationErrors.flatMap((found) => found.validationErrors) : [];
}

/** A document that the agency asks for: the files that are there, and the way to add one. */
export function DocumentSlot({ application, wanted, messages, saver, onChanged }: DocumentSlotProps) {
  const { t, i18n } = useLingui();
  const { confirm, confirmDelete } = useDialogs();
  const describeFailure = useFailureWords();
  const [work, setWork] = useState<string | null>(null);
  const [problem, setProblem] = useState<(() => string) | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { code, help, isRequired, label } = wanted;
  const { id } = application;
  const files = application.documents.filter((document) => document.code === code);
  const inputId = documentId(code);
  const shown = problem ? [problem()] : messages;

  /** Files count as changes of the application, so nothing is saved meanwhile. */
  async function change(words: string, run: () => Promise<unknown>): Promise<'done' | 'refused' | 'failed'> {
    setWork(words);
    setProblem(null);
    try {
      const changed = await saver.hold(async () => {
        await run();
        return getApplication(id);
      });
      saver.meet(keptOf(changed));
      onChanged(changed);
      return 'done';
    } catch (error) {
      if (!isCancelled(error)) setProblem(() => () => wordsOf(error));
      return toldOf(error).length > 0 ? 'refused' : 'failed';
    } finally {
      setWork(null);
    }
  }

  function wordsOf(error: unknown): string {
    return toldOf(error).join(' ') || describeFailure(error);
  }

  async function add(file: File): Promise<void> {
    const { name, size } = file;
    const upload = async (content: Blob) => {
      const end = await change(t`Uploading ${name}…`, async () =>
        createDocument(id, { code, name, content: await readAsBase64(content) }),
      );
      if (end === 'done') showToast(t`${name} is added.`);
      return end;
    };
    if (size === 0) setProblem(() => () => t`This file is empty. Choose another one`);
    else if (size > largestBytes)
      setProblem(() => () => t`This file is larger than 3 MB. Make it smaller or divide it`);
    else if ((await upload(file)) !== 'refused') return;
    const copy = await offerCopy(file);
    if (copy) await upload(copy);
  }

  /** Asks if a JPEG copy of a picture should be added in place of what was refused; null where there is none. */
  async function offerCopy(file: File): Promise<Blob | null> {
    const { name, size } = file;
    setWork(t`Please wait…`);
    const copy = await import('./jpegCopy')
      .then(({ createJpegCopy }) => createJpegCopy(file, largestBytes))
      .catch(() => null)
      .finally(() => setWork(null));
    if (!copy) return null;
    const before = sizeInWords(size, i18n.locale);
    const after = sizeInWords(copy.size, i18n.locale);
    const isWanted = await confirm({
      title: t`Add a JPEG copy?`,
      body: t`The portal takes PNG and JPEG photos of at most 3 MB. ${name} has ${before}, a JPEG copy ${after}. Check afterwards that it can be read.`,
      okBtnText: t`Add the copy`,
    });
    return isWanted ? copy : null;
  }

  async function remove(file: ApplicationDocument): Promise<void> {
    const { name } = file;
    const isSure = await confirmDelete({
      title: t`Remove ${name}?`,
      body: t`The file is taken out of this application.`,
      okBtnText: t`Remove`,
    });
    if (!isSure) return;
    const end = await change(t`Removing ${name}…`, () =>
      deleteDocument(id, file.id).catch((error: unknown) => {
        // Somebody who removed it in another tab has what they wanted.
        if (!(error instanceof ApiError && error.code === 'documentNotFound')) throw error;
      }),
    );
    if (end === 'done') {
      input.current?.focus();
      showToast(t`${name} is removed.`);
    }
  }

  return (
    <div
      className={`document-slot usa-form-group ${shown.length > 0 ? 'usa-form-group--error' : ''}`}
      aria-busy={work !== null}
    >
      <h3 className="document-slot__title" id={`${inputId}-title`}>
        {label}
        {!isRequired && (
          <span className="usa-hint">
            {' '}
            (<Trans>optional</Trans>)
          </span>
        )}
      </h3>
      <span id={`${inputId}-hint`} className="usa-hint">
        {help && <span className="question__help">{help}</span>}
        <Trans>PDF, PNG or JPEG, at most 3 MB.</Trans>
      </span>
      <FieldMessages id={inputId} messages={shown} />
      {files.length > 0 && (
        <ul className="file-list" aria-labelledby={`${inputId}-title`}>
          {files.map((file) => (
            <li key={file.id}>
              <FileLine applicationId={id} file={file} showsState>
                <button
                  type="button"
                  className="usa-button usa-button--unstyled"
                  aria-label={t`Remove ${file.name}`}
                  aria-disabled={work !== null}
                  onClick={() => {
                    if (work === null) void remove(file);
                  }}
                >
                  <Trans>Remove</Trans>
                </button>
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
          aria-describedby={describedBy(inputId, true, shown)}
          aria-invalid={shown.length > 0}
          aria-disabled={work !== null}
          onClick={(event) => {
            if (work !== null) event.preventDefault();
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
      <div className="document-slot__work" role="status">
        {work && (
          <>
            <progress className="document-slot__progress" aria-label={work} />
            <span>{work}</span>
          </>
        )}
      </div>
    </div>
  );
}
