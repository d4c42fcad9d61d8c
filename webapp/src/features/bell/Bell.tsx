import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { setTitlePrefix } from '@/lib/pageTitle';
import { BellLink } from './BellLink';
import { titlePrefixOf } from './titlePrefix';
import { useNews } from './useNews';
import { useUnreadPolling } from './useUnreadPolling';
import { useUnreadWords } from './useUnreadWords';

/** The bell that knows what is unread, and says so: to the eye, to the ear, and in the browser's title. */
export function Bell() {
  const { t } = useLingui();
  const unread = useUnreadPolling();
  const isNews = useNews(unread);
  const { name, sentence } = useUnreadWords(unread);
  const prefix = titlePrefixOf(unread);

  useEffect(() => {
    setTitlePrefix(prefix);
    return () => setTitlePrefix('');
  }, [prefix]);

  return (
    <>
      <BellLink word={t`Messages`} name={name} hasUnread={unread.hasUnread} />
      <span className="usa-sr-only" role="status">
        {isNews && sentence}
      </span>
    </>
  );
}
