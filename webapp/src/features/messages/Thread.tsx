import { Trans, useLingui } from '@lingui/react/macro';
import { formatFileSize } from '@/lib/files';
import { Moment } from '@/components/Moment';
import type { Reply } from './api';
import { MessageBody } from './MessageBody';
import type { OpenedMessage } from './messages';

interface ThreadProps {
  message: OpenedMessage;
  headingLevel: 2 | 3;
}

/** The other messages of the thread and the person's replies, the oldest first. */
export function Thread({ message: { from, thread, replies }, headingLevel }: ThreadProps) {
  const { t } = useLingui();
  const Heading = `h${headingLevel}` as const;
  const entries = [
    ...thread.map((each) => ({ ...each, reply: null })),
    ...replies.map((reply) => ({
      id: reply.id,
      from: t`You`,
      sentAt: reply.sentAt,
      body: reply.text,
      bodyFormat: 'plain' as const,
      language: reply.language,
      reply,
    })),
  ].sort((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt));
  if (entries.length === 0) return null;
  return (
    <section className="thread stack message-part">
      <Heading className="heading-sm">
        <Trans>In the same thread</Trans>
      </Heading>
      <ol className="usa-list--unstyled stack">
        {entries.map(({ id, from: sender, sentAt, reply, ...text }) => (
          <li key={id} className="thread__message quote">
            <p className="quiet">
              <strong>{sender}</strong> · <Moment at={sentAt} />
            </p>
            <MessageBody message={text} />
            {reply && <ReplyState reply={reply} agency={from} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The files of a reply, and if the agency has it. */
function ReplyState({ reply: { state, agencyNumber, files }, agency }: { reply: Reply; agency: string }) {
  const { t, i18n } = useLingui();
  const states = {
    sending: t`On its way: ${agency} does not answer just now. The portal keeps trying for 30 days.`,
    received: agencyNumber
      ? t`${agency} received your reply. Reference: ${agencyNumber}.`
      : t`${agency} has this reply.`,
    declined: t`${agency} did not accept this reply. Contact the agency another way.`,
    failed: t`${agency} could not be reached for 30 days. Contact it in another way.`,
  };
  return (
    <>
      {files.length > 0 && (
        <ul>
          {files.map(({ name, size }) => (
            <li key={name}>
              <bdi>{name}</bdi> {formatFileSize(size, i18n.locale)}
            </li>
          ))}
        </ul>
      )}
      <p className="thread__state quiet">{states[state]}</p>
    </>
  );
}
