import { useLingui } from '@lingui/react/macro';
import { BellLink } from './BellLink';
import { useNews } from './useNews';
import { useUnreadPolling } from './useUnreadPolling';
import { useUnreadText } from './useUnreadText';

/** The bell with the unread count, shown as a mark and announced to screen readers. */
export function Bell() {
  const { t } = useLingui();
  const unread = useUnreadPolling();
  const isNews = useNews(unread);
  const { name, sentence } = useUnreadText(unread);

  return (
    <>
      <BellLink word={t`Messages`} name={name} hasUnread={unread.hasUnread} />
      <span className="usa-sr-only" role="status">
        {isNews && sentence}
      </span>
    </>
  );
}
