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
 * Makes a help page part of the panel: Escape closes it, and its links leave no steps in the browser's history, so
 * that going back closes the panel instead of turning its pages. Pages of another origin are left alone.
 */
function adopt({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
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

/** The help page for the page shown, or the one that says that there is none. */
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
        onLoad={adopt}
      />
    );
  if (error !== undefined) return <HelpNotice onRetry={() => void mutate()} />;
  return <p className="side-panel__text" role="status">{t`Loading…`}</p>;
}
