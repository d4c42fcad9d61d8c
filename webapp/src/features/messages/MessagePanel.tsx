import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { lazyComponent } from '@/lib/lazyComponent';
import { Icon } from '@/components/Icon';
import { PageHeading } from '@/components/PageHeading';
import { Skeleton } from '@/components/Skeleton';
import { useEscape } from '@/components/useEscape';
import { useTitle } from '@/components/useTitle';
import type { OpenedMessage } from './messages';
import type { Opened } from './useOpenedMessage';

/** Loaded when the first message is opened, beside the message itself. */
const MessageView = lazyComponent(async () => (await import('./MessageView')).MessageView);

interface ShownMessageProps {
  opened: Opened;
  /** What the list says of it, until it has been read. */
  knownSubject: string | undefined;
  onClose: () => void;
  onMarkUnread: (message: OpenedMessage) => void;
  onDelete: (message: OpenedMessage) => void;
  onRestore: (message: OpenedMessage) => void;
}

/** A message beside the list. It takes the focus; Escape closes it. */
export function MessagePanel({ opened, knownSubject, onClose, ...actions }: ShownMessageProps) {
  const { t } = useLingui();
  const subject = opened.message?.subject ?? (opened.isMissing ? undefined : knownSubject) ?? t`Message`;
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useTitle(subject);
  useEscape(onClose);

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <article className="message-panel" aria-labelledby={titleId}>
      <div className="message-panel__top">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={-1}
          className="message-panel__subject"
          dir="auto"
          lang={opened.message?.language}
        >
          {subject}
        </h2>
        <button
          type="button"
          className="message-panel__close"
          aria-label={t`Close the message`}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <Suspense fallback={<Skeleton lines={8} />}>
        <MessageView opened={opened} headingLevel={3} {...actions} />
      </Suspense>
    </article>
  );
}

interface MessagePageProps extends ShownMessageProps {
  /** The folder that the way back leads to. */
  folder: { name: string; address: { pathname: string; search: string } };
}

/** A message as a page of its own, where there is no room beside the list. */
export function MessagePage({ opened, knownSubject, onClose, folder, ...actions }: MessagePageProps) {
  const { t } = useLingui();
  const subject = opened.message?.subject ?? (opened.isMissing ? undefined : knownSubject) ?? t`Message`;
  const folderName = folder.name;
  return (
    <article className="page page--narrow message-page">
      <Link
        to={folder.address}
        className="usa-link message-page__back"
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Icon name="navigate_before" />
        <Trans>Back to {folderName}</Trans>
      </Link>
      <PageHeading title={subject}>
        <span dir="auto" lang={opened.message?.language}>
          {subject}
        </span>
      </PageHeading>
      <Suspense fallback={<Skeleton lines={8} />}>
        <MessageView opened={opened} headingLevel={2} {...actions} />
      </Suspense>
    </article>
  );
}
