import { useLingui } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { Icon } from '@/components/Icon';

/** How far the page is scrolled before the control appears, from the specification. */
const threshold = 20;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Leads back to the top of a page that is scrolled. */
export function ScrollToTop() {
  const { t } = useLingui();
  const isScrolled = useSyncExternalStore(subscribe, () => window.scrollY > threshold);
  if (!isScrolled) return null;

  function scroll() {
    const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    window.scrollTo({ top: 0, behavior: isMotionReduced ? 'auto' : 'smooth' });
    // The button goes; the focus starts over with the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  }

  return (
    <button
      type="button"
      className="round round--button scroll-to-top"
      aria-label={t`Scroll to top`}
      onClick={scroll}
    >
      <Icon name="arrow_upward" />
    </button>
  );
}
