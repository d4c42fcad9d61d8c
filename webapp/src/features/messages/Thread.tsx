import { Trans, useLingui } from '@lingui/react/macro';
import { momentInWords } from '@/lib/i18n/moments';
import { MessageBody } from './MessageBody';
import type { OpenedMessage } from './messages';

interface ThreadProps {
  message: OpenedMessage;
  headingLevel: 2 | 3;
}

/** The other messages of the thread, the oldest first. */
export function Thread({ message: { thread }, headingLevel }: ThreadProps) {
  const { i18n } = useLingui();
  const Heading = `h${headingLevel}` as const;
  if (thread.length === 0) return null;
  return (
    <section className="thread">
      <Heading className="thread__heading">
        <Trans>In the same thread</Trans>
      </Heading>
      {thread.map(({ id, from, sentAt, ...text }) => (
        <article key={id} className="thread__message">
          <p className="thread__from">
            <strong>{from}</strong> · <time dateTime={sentAt}>{momentInWords(sentAt, i18n.locale)}</time>
          </p>
          <MessageBody message={text} />
        </article>
      ))}
    </section>
  );
}
