import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { createLazyComponent } from '@/lib/lazyComponent';
import { Skeleton } from '@/components/Skeleton';
import { DetailPage, DetailPanel } from '@/components/list/Detail';
import type { OpenedMessage } from './messages';
import type { Opened } from './useOpenedMessage';

/** Loaded when the first message is opened, beside the message itself. */
const MessageView = createLazyComponent(async () => (await import('./MessageView')).MessageView);

interface ShownMessageProps {
  opened: Opened;
  /** The subject in the list, until the message has been read. */
  knownSubject: string | undefined;
  /** The folder that the way back leads to. */
  folder: { name: string; address: { pathname: string; search: string } };
  isBesideList: boolean;
  onClose: () => void;
  onMarkUnread: (message: OpenedMessage) => void;
  onDelete: (message: OpenedMessage) => void;
  onRestore: (message: OpenedMessage) => void;
}

/** A message beside the list, or as a page of its own. */
export function ShownMessage({
  opened,
  knownSubject,
  folder,
  isBesideList,
  onClose,
  ...actions
}: ShownMessageProps) {
  const { t } = useLingui();
  const { name: folderName, address } = folder;
  const shown = {
    title: opened.message?.subject ?? (opened.isMissing ? undefined : knownSubject) ?? t`Message`,
    lang: opened.message?.language,
    onClose,
    children: (
      <Suspense fallback={<Skeleton lines={8} />}>
        <MessageView opened={opened} headingLevel={isBesideList ? 3 : 2} {...actions} />
      </Suspense>
    ),
  };
  return isBesideList ? (
    <DetailPanel {...shown} closeLabel={t`Close the message`} />
  ) : (
    <DetailPage {...shown} list={address} backLabel={t`Back to ${folderName}`} />
  );
}
