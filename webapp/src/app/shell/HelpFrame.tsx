import { useLingui } from '@lingui/react/macro';
import type { SyntheticEvent } from 'react';
import { useLocation } from 'react-router';
import { useQuery } from '@/lib/api/useQuery';
import { useConfiguration } from '@/lib/config/ConfigurationContext';
import { findHelpAddress, getHelpAddress } from '@/lib/help/helpPages';
import { getCurrentLanguage } from '@/lib/i18n/language';
import { panels } from '@/lib/panels/panels';
import { HelpNotice } from './HelpNotice';

/**
 * Connects a help page to the panel: Escape closes it, and its links add no entries to the browser's history, so that
 * going back closes the panel. Pages of another origin are left alone.
 */
function prepareHelpPage({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const page = frame.contentDocument;
  page?.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') panels.closeAndReturn();
  });
  page?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || link.target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    frame.contentWindow?.location.replace(link.href);
  });
}

/** The help page for the current page, or the page that says there is none. */
export function HelpFrame() {
  const { t } = useLingui();
  const { help } = useConfiguration();
  const { pathname } = useLocation();
  const language = getCurrentLanguage();
  const wanted = getHelpAddress(help, language, pathname);
  const {
    data: address,
    error,
    mutate,
  } = useQuery(['help', wanted], () => findHelpAddress(help, language, wanted));

  if (address)
    return (
      <iframe
        key={address}
        className="side-panel__frame"
        title={t`User Assistance`}
        src={address}
        onLoad={prepareHelpPage}
      />
    );
  if (error !== undefined) return <HelpNotice onRetry={() => void mutate()} />;
  return <p className="side-panel__text" role="status">{t`Loading…`}</p>;
}
