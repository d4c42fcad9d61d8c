import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { acceptedFiles, largestBytes, readAsBase64, formatFileSize } from '@/lib/files';
import { focusOnMount } from '@/lib/focusOnMount';
import { useForm } from '@/lib/forms/useForm';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { Button } from '@/components/Button';
import { ErrorSummary } from '@/components/forms/ErrorSummary';
import { SubmitButton } from '@/components/forms/SubmitButton';
import { TextAreaField } from '@/components/forms/TextAreaField';
import { showToast } from '@/components/toasts/toasts';
import { sendReply, type Reply } from './api';
import type { OpenedMessage } from './messages';

const maxLength = 4000;
const maxFiles = 3;

interface ReplyFormProps {
  message: OpenedMessage;
  onSent: (reply: Reply) => void;
  onCancel: () => void;
}

/** A reply to an agency: text and files. The text is kept until it is sent. */
export function ReplyForm({ message, onSent, onCancel }: ReplyFormProps) {
  const { t, i18n } = useLingui();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileProblem, setFileProblem] = useState<(() => string) | null>(null);
  const id = useId();
  // The key stays with the content, so the portal accepts a reply once even if its answer was lost.
  const attempt = useRef({ content: '', key: '' });
  const agency = message.from;
  const form = useForm({
    name: `reply ${message.id}`,
    initial: { reply: '' },
    getField: (name) => (name === 'text' ? 'reply' : null),
    validate: ({ reply }) =>
      reply.trim() === '' ? [{ field: 'reply' as const, message: t`Write your reply` }] : [],
    async submit({ reply }) {
      const body = {
        userAgencySubscriptionId: message.subscriptionId ?? '',
        text: reply.trim(),
        language: getCurrentLanguage(),
        files: await Promise.all(
          files.map(async (file) => ({ name: file.name, content: await readAsBase64(file) })),
        ),
      };
      const content = JSON.stringify(body);
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      const sent = await sendReply(message.id, body, attempt.current.key);
      showToast(
        sent.state === 'received'
          ? t`${agency} has your reply.`
          : t`Your reply is saved. The portal sends it as soon as ${agency} answers.`,
      );
      onSent(sent);
    },
  });

  function add(chosen: readonly File[]) {
    const all = [...files, ...chosen];
    const size = all.reduce((sum, file) => sum + file.size, 0);
    if (all.length > maxFiles) setFileProblem(() => () => t`A reply can have ${maxFiles} files.`);
    else if (size > largestBytes)
      setFileProblem(
        () => () => t`These files are larger than 3 MB together. Make them smaller or send fewer.`,
      );
    else {
      setFileProblem(null);
      setFiles(all);
    }
  }

  return (
    <form className="form reply-form" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.errors} refusals={form.refusals} />
      <TextAreaField
        {...form.field('reply')}
        ref={focusOnMount}
        label={t`Your reply to ${agency}`}
        hint={t`${agency} gets it with the record that this message is about, and answers here.`}
        maxLength={maxLength}
        rows={5}
      />
      <div className="usa-form-group">
        <input
          id={`${id}-files`}
          type="file"
          multiple
          className="usa-sr-only"
          accept={acceptedFiles}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            // The same file can be chosen again after it was refused.
            event.target.value = '';
            add(chosen);
          }}
        />
        <label htmlFor={`${id}-files`} className="usa-button usa-button--outline">
          <Trans>Add files</Trans>
        </label>
        <p id={`${id}-hint`} className="usa-hint">
          <Trans>PDF, PNG or JPEG, up to {maxFiles} files with 3 MB together.</Trans>
        </p>
        {fileProblem && (
          <p className="usa-error-message" role="alert">
            {fileProblem()}
          </p>
        )}
        {files.length > 0 && (
          <ul>
            {files.map((file, place) => {
              const { name } = file;
              return (
                <li key={`${name} ${place}`}>
                  <bdi>{name}</bdi> {formatFileSize(file.size, i18n.locale)}{' '}
                  <Button
                    kind="unstyled"
                    aria-label={t`Remove ${name}`}
                    onClick={() => {
                      setFiles(files.filter((each) => each !== file));
                      setFileProblem(null);
                    }}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <div className="row">
        <SubmitButton text={t`Send the reply`} isSubmitting={form.isSubmitting} />
        <Button kind="outline" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
